<?php
/**
 * Requests to the gateway: how long a page waits for them, and when none is made.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** How many seconds a page may wait for the gateway, whatever it shows. */
const PATIENCE = 3.0;

/** The longest answer in bytes. A card of a complete record has 60,000. */
const MAX_LENGTH = 4 * MB_IN_BYTES;

/** After so many failures in a row, no worker tries for a while. */
const FAILURES = 3;

/** The transient that counts failures. It exists only while the gateway fails. */
const FAILING = 'product_pool_failing';

/**
 * Requests a path of the gateway.
 *
 * Without the constant PRODUCT_POOL_GATEWAY, WordPress refuses addresses within the server's own network, as
 * it does for all addresses that are typed into a form. Whoever can edit wp-config.php may name one.
 *
 * @param string $path    The path, with its query.
 * @param array  $headers Further headers of the request.
 * @return array|WP_Error
 */
function request( string $path, array $headers = array() ) {
	$left = PATIENCE - waited();
	// WordPress waits for no less than a second.
	if ( $left < 1 ) {
		return new WP_Error( 'product_pool_patience', 'This page has waited for long enough.' );
	}
	$arguments = array(
		'timeout'             => $left,
		'redirection'         => 0,
		'limit_response_size' => MAX_LENGTH,
		'headers'             => $headers,
	);
	$begun     = microtime( true );
	$response  = defined( 'PRODUCT_POOL_GATEWAY' )
		? wp_remote_get( untrailingslashit( PRODUCT_POOL_GATEWAY ) . $path, $arguments )
		: wp_safe_remote_get( gateway() . $path, $arguments );
	waited( microtime( true ) - $begun );
	return $response;
}

/**
 * How many seconds this page has waited so far.
 *
 * @param float $more Seconds to add.
 */
function waited( float $more = 0 ): float {
	static $seconds = 0.0;
	$seconds       += $more;
	return $seconds;
}

/** Whether a request may be made now: not while the gateway fails, but for one try after each pause. */
function may_try(): bool {
	$failing = get_transient( FAILING );
	if ( ! is_array( $failing ) || $failing['count'] < FAILURES ) {
		return true;
	}
	$left = $failing['until'] - time();
	// More than is ever noted is left only if the clock was put back.
	return ( $left <= 0 || $left > 5 * MINUTE_IN_SECONDS ) && take_lock( 'gateway', 10 );
}

/**
 * Notes how a request went. Pauses become longer, up to five minutes.
 *
 * @param bool $failed Whether the gateway could not answer.
 * @param int  $pause  How many seconds it asks not to be requested, or 0.
 */
function note_outcome( bool $failed, int $pause = 0 ) {
	$failing = get_transient( FAILING );
	if ( ! $failed ) {
		if ( false !== $failing ) {
			delete_transient( FAILING );
			release_lock( 'gateway' );
		}
		return;
	}
	$count = 1 + ( is_array( $failing ) ? $failing['count'] : 0 );
	if ( $pause > 0 ) {
		$count = max( $count, FAILURES );
	}
	$pause = max( $pause, 10 * 2 ** max( 0, min( $count - FAILURES, 5 ) ) );
	$state = array(
		'count' => $count,
		'until' => time() + min( $pause, 5 * MINUTE_IN_SECONDS ),
	);
	set_transient( FAILING, $state, 15 * MINUTE_IN_SECONDS );
	release_lock( 'gateway' );
}

/**
 * A header of an answer; '' if it has none. What a proxy has added on a line of its own continues it.
 *
 * @param array|WP_Error $response The answer.
 * @param string         $name     The name of the header.
 */
function header_of( $response, string $name ): string {
	return implode( ', ', (array) wp_remote_retrieve_header( $response, $name ) );
}

/**
 * How long an answer holds, in seconds: its max-age, less its age. Not its s-maxage, which is for caches that can be
 * purged after a recall.
 *
 * @param array|WP_Error $response The answer.
 */
function seconds_fresh( $response ): int {
	$control = header_of( $response, 'cache-control' );
	$age     = (int) header_of( $response, 'age' );
	$seconds = preg_match( '/(?:^|[\s,])max-age=(\d{1,9})/i', $control, $found ) ? (int) $found[1] - $age : 0;
	// A few seconds at least, so that an answer that is old already is not requested for each visitor.
	return max( 5, min( $seconds, DAY_IN_SECONDS ) );
}
