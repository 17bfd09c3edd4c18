<?php
/**
 * The gateway's cards: the class of `product-pool.php`, which is also for shops without WordPress, requests and keeps
 * them, here by WordPress's own requests and in a folder of the uploads.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use ProductPool;
use WP_Error;

defined( 'ABSPATH' ) || exit;

// In the zip file it lies in the plugin's folder, and in the repository beside that.
if ( ! class_exists( ProductPool::class ) ) {
	require_once is_readable( __DIR__ . '/../vendor/product-pool.php' ) ? __DIR__ . '/../vendor/product-pool.php' : __DIR__ . '/../../php/product-pool.php';
}

/** The longest answer in bytes. A card of a complete record has 60,000. */
const MAX_LENGTH = 4 * MB_IN_BYTES;

/** The folder with the cards of this site. */
function folder(): string {
	return wp_upload_dir( null, false )['basedir'] . '/product-pool';
}

/** The cards of the gateway, which must have been configured. */
function pool(): ProductPool {
	static $pools = array();
	$folder       = folder();
	$key          = gateway() . $folder;
	if ( ! isset( $pools[ $key ] ) ) {
		wp_mkdir_p( $folder );
		$pool        = new ProductPool( gateway(), $folder, __NAMESPACE__ . '\request' );
		$pool->words = array(
			'missing' => __( 'The product information is not here. Check the label for allergens.', 'product-pool-for-woocommerce' ),
			/* translators: %s: a date and a time. */
			'old'     => __( 'This information could not be checked since %s and may be out of date. Check the label.', 'product-pool-for-woocommerce' ),
		);
		$pool->date  = fn( int $time ): string => wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $time );
		$pools[ $key ] = $pool;
	}
	return $pools[ $key ];
}

/**
 * The card of a product, as ProductPool::find() describes it.
 *
 * @param string $gtin  The GTIN.
 * @param array  $query What card_query() has made.
 */
function find_card( string $gtin, array $query ): array {
	return '' === gateway() ? array( 'state' => 'unknown' ) : pool()->find( $gtin, $query );
}

/**
 * Requests a path of the gateway, as ProductPool wants it.
 *
 * @param string $path    The path, with its query.
 * @param string $etag    The ETag of what is there already, or ''.
 * @param float  $seconds How long it may take.
 */
function request( string $path, string $etag, float $seconds ): array {
	$response = send( $path, '' === $etag ? array() : array( 'If-None-Match' => $etag ), $seconds );
	if ( is_wp_error( $response ) ) {
		return array( 0, array(), '' );
	}
	$headers = array();
	foreach ( wp_remote_retrieve_headers( $response ) as $name => $values ) {
		// What a proxy has added on a line of its own continues it.
		$headers[ strtolower( $name ) ] = implode( ', ', (array) $values );
	}
	return array( (int) wp_remote_retrieve_response_code( $response ), $headers, wp_remote_retrieve_body( $response ) );
}

/**
 * Sends a request to the gateway.
 *
 * Without the constant PRODUCT_POOL_GATEWAY, WordPress refuses addresses within the server's own network, as
 * it does for all addresses that are typed into a form. Whoever can edit wp-config.php may name one.
 *
 * @param string $path    The path, with its query.
 * @param array  $headers Further headers.
 * @param float  $seconds How long it may take.
 * @return array|WP_Error
 */
function send( string $path, array $headers, float $seconds ) {
	$arguments = array(
		'timeout'             => $seconds,
		'redirection'         => 0,
		'limit_response_size' => MAX_LENGTH,
		'headers'             => $headers,
	);
	return defined( 'PRODUCT_POOL_GATEWAY' )
		? wp_remote_get( untrailingslashit( PRODUCT_POOL_GATEWAY ) . $path, $arguments )
		: wp_safe_remote_get( gateway() . $path, $arguments );
}
