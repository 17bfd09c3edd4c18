<?php
/** Runs PHP from standard input in the tests' WordPress, as a request with a page would, and prints JSON of what it returns. */
$_SERVER['HTTP_HOST'] = 'localhost';
require getenv( 'SITE' ) . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
echo "\n", wp_json_encode( eval( stream_get_contents( STDIN ) ) );
