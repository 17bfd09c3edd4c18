<?php
/** Files as they are, all else by WordPress, as a web server's rewriting does. */
$path = $_SERVER['DOCUMENT_ROOT'] . urldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
if ( is_file( $path ) || is_file( $path . '/index.php' ) && is_dir( $path ) && '/' !== parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ) {
	return false;
}
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
