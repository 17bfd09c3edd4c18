<?php
/**
 * What is for the tests alone: a shortcode that must not run, the gateway's port, which WordPress takes for unusual, mails
 * in a file, and a cache of pages as plugins have it, which is there once its folder is.
 */
add_shortcode( 'boom', fn() => '<b id="boom">BOOM</b>' );
add_filter( 'http_allowed_safe_ports', fn( $ports ) => array_merge( $ports, array_map( 'intval', explode( ',', (string) getenv( 'TEST_PORTS' ) ) ) ) );
add_filter( 'pre_wp_mail', fn( $sent, $mail ) => (bool) file_put_contents( ABSPATH . 'mails.txt', implode( "\n", array_slice( $mail, 0, 3 ) ) . "\n\n", FILE_APPEND ), 10, 2 );

const PAGE_CACHE = WP_CONTENT_DIR . '/pages';

function page_cache_file( $path ) {
	return PAGE_CACHE . '/' . md5( trim( $path, '/' ) );
}

/** As WP Rocket has it. */
function rocket_clean_post( $id ) {
	@unlink( page_cache_file( wp_parse_url( get_permalink( $id ), PHP_URL_PATH ) ) );
}

function rocket_clean_domain() {
	array_map( 'unlink', glob( PAGE_CACHE . '/*' ) );
}

if ( is_dir( PAGE_CACHE ) && isset( $_SERVER['REQUEST_METHOD'] ) && 'GET' === $_SERVER['REQUEST_METHOD'] && empty( $_COOKIE ) ) {
	$page_cache_file = page_cache_file( wp_parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
	if ( is_file( $page_cache_file ) ) {
		header( 'X-Page-Cache: hit' );
		readfile( $page_cache_file );
		exit;
	}
	ob_start(
		function ( $html ) use ( $page_cache_file ) {
			file_put_contents( $page_cache_file, $html );
			return $html;
		}
	);
}
