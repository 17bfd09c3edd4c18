<?php
/**
 * The check of the gateway: what is wrong, and what to do, in words.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use ProductPool;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * A GTIN that no product has, of the range for demonstrations, and another one each time: what a gateway was asked for
 * before, it may answer although its pool does not.
 */
function gtin_of_no_product(): string {
	$digits = '0952' . wp_rand( 100000000, 999999999 );
	foreach ( range( 0, 9 ) as $last ) {
		if ( ProductPool::isChecked( $digits . $last ) ) {
			break;
		}
	}
	return $digits . $last;
}

/** What is wrong with the gateway, or null if it answers as it should. */
function problem_of_gateway(): ?string {
	if ( '' === gateway() ) {
		return __( 'The address of the gateway is not set, so nothing is shown.', 'product-pool-for-woocommerce' );
	}
	$response = send( '/card/gtin/' . gtin_of_no_product() . '?lang=en-GB', array(), 3.0 );
	$problem  = is_wp_error( $response )
		? problem_of_connection( $response )
		: problem_of_answer( (int) wp_remote_retrieve_response_code( $response ), (string) wp_remote_retrieve_body( $response ) );
	pool();
	if ( null === $problem && ! wp_is_writable( folder() ) ) {
		/* translators: %s: a folder. */
		return sprintf( __( 'WordPress may not write to the folder %s, so no cards can be kept. Let the web server’s user write there.', 'product-pool-for-woocommerce' ), folder() );
	}
	return $problem;
}

/**
 * Why there was no answer.
 *
 * @param WP_Error $error The error that WordPress has.
 */
function problem_of_connection( WP_Error $error ): string {
	$message = $error->get_error_message();
	$unknown = __( 'There is no server of that name. Check how the address is written.', 'product-pool-for-woocommerce' );
	$kinds   = array(
		'/cURL error 6:|resolve host/i'           => $unknown,
		'/cURL error 7:|connection refused/i'     => __( 'The server refuses connections. Is the gateway running, and is the port right?', 'product-pool-for-woocommerce' ),
		'/cURL error (28|52|56):|timed? ?out/i'   => __( 'The server did not answer within 3 seconds. Is the gateway running, and may this server reach it?', 'product-pool-for-woocommerce' ),
		'/cURL error (35|51|58|60|77):|ssl|tls/i' => __( 'The server has no certificate for https:// that is valid for this address.', 'product-pool-for-woocommerce' ),
	);
	if ( 'http_request_not_executed' === $error->get_error_code() ) {
		$kinds['/./'] = __( 'This site allows no requests to other servers (WP_HTTP_BLOCK_EXTERNAL). Name the gateway in wp-config.php in WP_ACCESSIBLE_HOSTS.', 'product-pool-for-woocommerce' );
	} elseif ( 'http_request_failed' === $error->get_error_code() && false === strpos( $message, 'cURL' ) ) {
		// WordPress does not say which: it has looked the name up, too.
		$host         = (string) wp_parse_url( gateway(), PHP_URL_HOST );
		$is_known     = filter_var( $host, FILTER_VALIDATE_IP ) || gethostbyname( $host ) !== $host;
		$kinds['/./'] = ! $is_known ? $unknown : __( 'WordPress makes no requests to this address, because it is in a private network or has an unusual port. If that is right, name it in wp-config.php as PRODUCT_POOL_GATEWAY.', 'product-pool-for-woocommerce' );
	}
	foreach ( $kinds as $pattern => $words ) {
		if ( preg_match( $pattern, $message ) ) {
			return $words . ' (' . $message . ')';
		}
	}
	return $message;
}

/**
 * What is wrong with an answer, or null.
 *
 * @param int    $status The status.
 * @param string $body   The body.
 */
function problem_of_answer( int $status, string $body ): ?string {
	if ( 0 !== strpos( $body, '<product-pool-card ' ) ) {
		if ( $status >= 300 && $status < 400 ) {
			return __( 'The address redirects to another. Enter that other one.', 'product-pool-for-woocommerce' );
		}
		if ( 404 === $status && 0 === strpos( ltrim( $body ), '{' ) ) {
			return __( 'The gateway draws no cards: it has to be started with --pages.', 'product-pool-for-woocommerce' );
		}
		// The code of the problem is `base_url_required`.
		if ( 501 === $status && false !== strpos( $body, 'base_url_required' ) ) {
			return __( 'The gateway does not know its own address: it has to be started with --base-url, and that address.', 'product-pool-for-woocommerce' );
		}
		/* translators: %d: the status of an HTTP answer, such as 404. */
		return sprintf( __( 'What answers at this address (with status %d) is not a gateway. Check the address.', 'product-pool-for-woocommerce' ), $status );
	}
	if ( 404 !== $status && 200 !== $status ) {
		/* translators: %d: the status of an HTTP answer, such as 502. */
		return sprintf( __( 'The gateway is there, but gets nothing from its product pool (status %d). Either the pool cannot be reached, or it refuses the gateway’s token: the gateway’s log says which.', 'product-pool-for-woocommerce' ), $status );
	}
	if ( 0 === strpos( home_url(), 'https:' ) && false !== strpos( $body, '<link rel="stylesheet" href="http:' ) ) {
		return __( 'The gateway takes its own address to begin with http://, from which browsers load nothing into a page with https://. Start it with another --base-url.', 'product-pool-for-woocommerce' );
	}
	if ( 'plugin' === setting( 'script' ) && '' === script_url() ) {
		return __( 'The plugin was installed without the files of the card. Install it from its zip file, or let browsers load them from the gateway.', 'product-pool-for-woocommerce' );
	}
	return null;
}
