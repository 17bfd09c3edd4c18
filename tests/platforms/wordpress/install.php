<?php
/** Installs WordPress into the database of the tests, with two users. */
define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST'] = 'localhost';
require getenv( 'SITE' ) . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( 'Shop', 'owner', 'owner@shop.example', true, '', 'owner' );
