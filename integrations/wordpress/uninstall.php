<?php
/**
 * Removes what the plugin has stored, when it is deleted.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Removes the settings, what is known of products, and the kept cards of the current site. */
function remove_stored() {
	foreach ( array( 'settings', 'secret', 'checked' ) as $option ) {
		delete_option( "product_pool_$option" );
	}
	delete_post_meta_by_key( '_product_pool_state' );
	delete_post_meta_by_key( '_product_pool_gtin' );
	wp_clear_scheduled_hook( 'product_pool_check' );
	$folder = wp_upload_dir( null, false )['basedir'] . '/product-pool';
	array_map( 'wp_delete_file', (array) glob( "$folder/*" ) );
	if ( is_dir( $folder ) ) {
		rmdir( $folder ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	}
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
