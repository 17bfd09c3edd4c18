<?php
/**
 * Removes what the plugin has stored, when it is deleted.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Removes the settings, the kept cards and the locks of the current site. */
function remove_stored() {
	global $wpdb;
	delete_option( 'product_pool_settings' );
	$names = array( '_transient_product_pool_', '_transient_timeout_product_pool_', 'product_pool_lock_' );
	foreach ( $names as $name ) {
		$like = $wpdb->esc_like( $name ) . '%';
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $like ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	}
	// The cache may still have what was deleted past it; in another cache, cards end by themselves.
	wp_cache_delete( 'alloptions', 'options' );
}

if ( is_multisite() ) {
	// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $product_pool_site ) {
		switch_to_blog( (int) $product_pool_site );
		remove_stored();
		restore_current_blog();
	}
} else {
	remove_stored();
}
