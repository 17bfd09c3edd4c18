<?php
/**
 * Cards: requested once for all visitors, kept for as long as the gateway says, and kept longer while it fails.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** For how many seconds a card is shown that could not be checked any more. */
const LAST_GOOD = DAY_IN_SECONDS;

/** For how many seconds it is remembered that there is no such product. */
const MISSING = 10 * MINUTE_IN_SECONDS;

/** For how many seconds the card of a product is not requested again after a failure. */
const PAUSE = 10;

/** What the transients of cards begin with. */
const CARD = 'product_pool_card_';

/**
 * The card of a product:
 *
 * - `state`: `fresh`; `old` if it could not be checked since `checked`; `missing` if the gateway has no such
 *   product; `unknown` if there is none to show.
 * - `html`, `properties`: see read_fragment().
 * - `checked`: when the gateway last confirmed it.
 *
 * @param string $gtin  The GTIN.
 * @param array  $query The settings of the card.
 */
function find_card( string $gtin, array $query ): array {
	static $found = array();
	$path         = '/card/gtin/' . rawurlencode( $gtin ) . '?' . http_build_query( $query, '', '&' );
	$key          = CARD . md5( VERSION . gateway() . $path );
	if ( ! isset( $found[ $key ] ) ) {
		$found[ $key ] = '' === gateway() ? array( 'state' => 'unknown' ) : load_card( $key, $path );
	}
	return $found[ $key ];
}

/**
 * A card from those kept, or else from the gateway.
 *
 * @param string $key  The key of the card.
 * @param string $path Its path on the gateway.
 */
function load_card( string $key, string $path ): array {
	$kept = unpack_card( get_transient( $key ) );
	$now  = time();
	// What is from a time that lies ahead, because the clock was put back, says nothing.
	if ( max( $kept['checked'] ?? 0, ( $kept['again'] ?? 0 ) - MINUTE_IN_SECONDS ) > $now + PAUSE ) {
		$kept = array();
	}
	if ( isset( $kept['until'] ) && $kept['until'] > $now ) {
		return $kept;
	}
	$is_waiting = isset( $kept['again'] ) && $kept['again'] > $now;
	// While another worker asks, this one does not wait.
	if ( $is_waiting || ! take_lock( $key, 2 * (int) PATIENCE ) ) {
		return without_answer( $kept );
	}
	$card = may_try() ? refresh_card( $key, $path, $kept ) : without_answer( $kept );
	release_lock( $key );
	return $card;
}

/**
 * Requests a card and keeps it.
 *
 * @param string $key  The key of the card.
 * @param string $path Its path on the gateway.
 * @param array  $kept What was kept of it.
 */
function refresh_card( string $key, string $path, array $kept ): array {
	$headers  = isset( $kept['etag'] ) ? array( 'If-None-Match' => $kept['etag'] ) : array();
	$response = request( $path, $headers );
	$status   = (int) wp_remote_retrieve_response_code( $response );
	$card     = card_of( $status, $response, $kept );
	if ( null !== $card ) {
		note_outcome( false );
		set_transient( $key, pack_card( $card ), 'missing' === $card['state'] ? MISSING : LAST_GOOD );
		return $card;
	}
	// A page that has waited for long enough says nothing about the gateway.
	if ( is_wp_error( $response ) && 'product_pool_patience' === $response->get_error_code() ) {
		return without_answer( $kept );
	}
	$after = (int) header_of( $response, 'retry-after' );
	note_outcome( true, 429 === $status ? max( 1, $after ) : 0 );
	$kept['again'] = time() + max( PAUSE, min( $after, MINUTE_IN_SECONDS ) );
	$left          = isset( $kept['checked'] ) ? $kept['checked'] + LAST_GOOD - time() : MINUTE_IN_SECONDS;
	// The last good card keeps its own expiry: a failure does not prolong it.
	set_transient( $key, pack_card( $kept ), max( PAUSE, $left ) );
	return without_answer( $kept );
}

/**
 * The card that an answer has, or null if the gateway could not answer.
 *
 * @param int            $status   The status of the answer, or 0.
 * @param array|WP_Error $response The answer.
 * @param array          $kept     What was kept of the card.
 */
function card_of( int $status, $response, array $kept ): ?array {
	$now  = time();
	$body = (string) wp_remote_retrieve_body( $response );
	// A fragment says what is missing; other pages with this status are not the gateway's.
	if ( ( 404 === $status || 410 === $status ) && 0 === strpos( $body, FRAGMENT_BEGIN ) ) {
		return array(
			'state'   => 'missing',
			'until'   => $now + MISSING,
			'checked' => $now,
		);
	}
	$card = null;
	if ( 200 === $status ) {
		$card = read_fragment( $body );
	} elseif ( 304 === $status && isset( $kept['html'] ) ) {
		$card = $kept;
	}
	if ( null === $card ) {
		return null;
	}
	unset( $card['again'] );
	// Search engines get nothing that the gateway itself could not check.
	if ( '' !== header_of( $response, 'x-product-pool-stale' ) ) {
		$card['properties'] = array();
	}
	$etag = header_of( $response, 'etag' );
	return array_merge(
		$card,
		array(
			'state'   => 'fresh',
			'until'   => $now + seconds_fresh( $response ),
			'checked' => $now,
		),
		'' === $etag ? array() : array( 'etag' => $etag )
	);
}

/**
 * What is shown of a card that could not be requested now.
 *
 * @param array $kept What was kept of it.
 */
function without_answer( array $kept ): array {
	$is_usable = isset( $kept['html'], $kept['checked'] ) && $kept['checked'] + LAST_GOOD > time();
	return array_merge( $kept, array( 'state' => $is_usable ? 'old' : 'unknown' ) );
}

/**
 * A card for the database, a fifth as long where PHP has zlib.
 *
 * @param array $card The card.
 */
function pack_card( array $card ): string {
	$json = (string) wp_json_encode( $card );
	return function_exists( 'gzcompress' ) ? base64_encode( (string) gzcompress( $json ) ) : $json; // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
}

/**
 * A card from the database, or an empty one.
 *
 * @param mixed $text What pack_card() has made.
 */
function unpack_card( $text ): array {
	$text = is_string( $text ) ? $text : '';
	if ( '{' !== substr( $text, 0, 1 ) ) {
		$bytes = (string) base64_decode( $text, true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
		$text  = function_exists( 'gzuncompress' ) ? (string) @gzuncompress( $bytes ) : ''; // phpcs:ignore WordPress.PHP.NoSilencedErrors
	}
	$card = json_decode( $text, true );
	return is_array( $card ) ? $card : array();
}
