<?php
/**
 * A lock that one worker of all has.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/** What the names of locks begin with. */
const LOCK = 'product_pool_lock_';

/**
 * Takes a lock, or says that another worker has it. Transients cannot do that: two workers may set one.
 *
 * @param string $name    The name of the lock.
 * @param int    $seconds How long it holds if it is not released.
 */
function take_lock( string $name, int $seconds ): bool {
	global $wpdb;
	if ( wp_using_ext_object_cache() ) {
		return wp_cache_add( LOCK . $name, 1, 'product_pool', $seconds );
	}
	$now = time();
	// Options are unique by name. As in WP_Upgrader::create_lock(), past the cache of options.
	// phpcs:disable WordPress.DB.DirectDatabaseQuery
	$added = $wpdb->query(
		$wpdb->prepare(
			"INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')",
			LOCK . $name,
			$now + $seconds
		)
	);
	if ( 0 !== $added ) {
		// Also if the database refuses, as a replica does: better two tries than none for ever.
		return true;
	}
	// The worker that had it may have died, or the clock been put back: of those that find it over, one can change it.
	$taken = $wpdb->query(
		$wpdb->prepare(
			"UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND CAST(option_value AS UNSIGNED) NOT BETWEEN %d AND %d",
			$now + $seconds,
			LOCK . $name,
			$now,
			$now + HOUR_IN_SECONDS
		)
	);
	// phpcs:enable
	return 1 === $taken;
}

/**
 * Releases a lock.
 *
 * @param string $name The name of the lock.
 */
function release_lock( string $name ) {
	global $wpdb;
	if ( wp_using_ext_object_cache() ) {
		wp_cache_delete( LOCK . $name, 'product_pool' );
		return;
	}
	$wpdb->delete( $wpdb->options, array( 'option_name' => LOCK . $name ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
}
