<?php
/**
 * What is known of each product of the shop: whether it has a card, and whether it is recalled. It stands in the
 * product's metadata, so that lists of products and the cart make no requests.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WC_Product;

defined( 'ABSPATH' ) || exit;

/** The key of the metadata with the state, and that with the GTIN, of 14 digits, by which it is found after a recall. */
const STATE      = '_product_pool_state';
const NOTED_GTIN = '_product_pool_gtin';

/** The states, the most serious first. Those of records have the names that notices of cards have. */
const STATES = array( 'recalled', 'withdrawn', 'invalid', 'missing', 'unknown-status', 'draft', 'discontinued', 'archived', 'replaced', 'no-gtin', 'shown' );

/** Those of products that should not be sold. */
const RECALLED = array( 'recalled', 'withdrawn' );

/** How many products are checked at a time, every five minutes: 600 an hour. */
const BATCH = 50;

/** The words for each state, and what it means. */
function state_words(): array {
	return array(
		'recalled'       => __( 'Recalled by the manufacturer', 'product-pool-for-woocommerce' ),
		'withdrawn'      => __( 'Withdrawn from sale by the manufacturer', 'product-pool-for-woocommerce' ),
		'invalid'        => __( 'GTIN mistyped: its last digit does not fit the others', 'product-pool-for-woocommerce' ),
		'missing'        => __( 'Unknown to the product pool: check the GTIN, or ask the manufacturer to publish the product', 'product-pool-for-woocommerce' ),
		'unknown-status' => __( 'Shown, with an unusual status', 'product-pool-for-woocommerce' ),
		'draft'          => __( 'Shown, but still a draft', 'product-pool-for-woocommerce' ),
		'discontinued'   => __( 'Shown, but no longer made or sold', 'product-pool-for-woocommerce' ),
		'archived'       => __( 'Shown, but archived: the manufacturer no longer updates it', 'product-pool-for-woocommerce' ),
		'replaced'       => __( 'Shown, but replaced by another product', 'product-pool-for-woocommerce' ),
		'no-gtin'        => __( 'No GTIN', 'product-pool-for-woocommerce' ),
		'shown'          => __( 'Shown', 'product-pool-for-woocommerce' ),
		''               => __( 'Not checked yet', 'product-pool-for-woocommerce' ),
	);
}

/**
 * The state of a product by its card; null if the gateway could not answer.
 *
 * @param string $gtin The GTIN, or ''.
 * @param array  $card What find_card() has found.
 */
function state_of( string $gtin, array $card ): ?string {
	if ( '' === $gtin ) {
		return 'no-gtin';
	}
	if ( 'fresh' !== $card['state'] ) {
		return in_array( $card['state'], array( 'invalid', 'missing' ), true ) ? $card['state'] : null;
	}
	preg_match_all( '/ data-notice="([a-z-]+)"/', $card['html'], $found );
	return worst( $found[1] );
}

/**
 * The most serious of several states.
 *
 * @param array $states The states, perhaps with what is none.
 */
function worst( array $states ): string {
	return array_values( array_intersect( STATES, $states ) )[0] ?? 'shown';
}

/**
 * Notes the state of a product, or of its choices, by their cards.
 *
 * @param WC_Product $product The product.
 */
function check_product( $product ) {
	$is_choice = choices_have_own_gtins( $product );
	$states    = array();
	foreach ( $is_choice ? array_map( 'wc_get_product', $product->get_children() ) : array( $product ) as $one ) {
		$gtin  = gtin_of( $one );
		$card  = '' === $gtin ? array() : find_card( $gtin, card_query( page_settings() ) );
		$state = state_of( $gtin, $card );
		if ( null !== $state ) {
			update_post_meta( $one->get_id(), NOTED_GTIN, '' === $gtin ? '' : str_pad( $gtin, 14, '0', STR_PAD_LEFT ) );
			note_state( $one->get_id(), $state, $card['html'] ?? '' );
		}
		$states[] = $state ?? get_post_meta( $one->get_id(), STATE, true );
	}
	if ( $is_choice ) {
		update_post_meta( $product->get_id(), STATE, worst( $states ) );
	}
}

/**
 * Notes the state of a product. If it is another than before, caches of pages forget its page, and of a recall the shop
 * gets a mail.
 *
 * @param int    $id    The product, or its choice.
 * @param string $state The state.
 * @param string $html  Its card.
 */
function note_state( int $id, string $state, string $html ) {
	$before = (string) get_post_meta( $id, STATE, true );
	if ( $before === $state ) {
		return;
	}
	update_post_meta( $id, STATE, $state );
	if ( '' !== $before ) {
		clean_page_caches( $id );
	}
	if ( in_array( $state, RECALLED, true ) ) {
		mail_recall( $id, $html );
	}
	/**
	 * Says that a product has another state than before.
	 *
	 * @param int    $id     The product, or its choice.
	 * @param string $state  A key of state_words().
	 * @param string $before The state before; '' if there was none.
	 */
	do_action( 'product_pool_state_changed', $id, $state, $before );
}

/** Checks the next products, in the order of their IDs, and begins anew after the last. */
function check_next_products() {
	if ( '' === gateway() || ! function_exists( 'wc_get_product' ) ) {
		return;
	}
	$offset = (int) get_option( 'product_pool_checked', 0 );
	$ids    = get_posts(
		array(
			'post_type'   => 'product',
			'post_status' => 'publish',
			'fields'      => 'ids',
			'numberposts' => BATCH,
			'offset'      => $offset,
			'orderby'     => 'ID',
			'order'       => 'ASC',
		)
	);
	update_option( 'product_pool_checked', count( $ids ) < BATCH ? 0 : $offset + BATCH, false );
	pool()->patience = 60.0;
	array_map( __NAMESPACE__ . '\check_product', array_filter( array_map( 'wc_get_product', $ids ) ) );
}
add_action( 'product_pool_check', __NAMESPACE__ . '\check_next_products' );

/**
 * Adds the interval in which products are checked.
 *
 * @param array $schedules The intervals that WordPress knows.
 */
function add_interval( $schedules ) {
	$schedules['product_pool'] = array(
		'interval' => 5 * MINUTE_IN_SECONDS,
		'display'  => 'Product Pool',
	);
	return $schedules;
}
add_filter( 'cron_schedules', __NAMESPACE__ . '\add_interval' ); // phpcs:ignore WordPress.WP.CronInterval

/** Begins to check products, once there is a gateway. */
function schedule_checks() {
	if ( '' !== gateway() && ! wp_next_scheduled( 'product_pool_check' ) ) {
		wp_schedule_event( time(), 'product_pool', 'product_pool_check' );
	}
}
add_action( 'init', __NAMESPACE__ . '\schedule_checks' );
register_deactivation_hook( PLUGIN_FILE, fn() => wp_clear_scheduled_hook( 'product_pool_check' ) );

/**
 * Lets caches forget a page: WordPress's own, those that follow it, and the largest plugins.
 *
 * @param int $id The product, or its choice; 0 for all pages.
 */
function clean_page_caches( int $id ) {
	if ( 0 === $id ) {
		$functions = array( 'rocket_clean_domain', 'w3tc_flush_all', 'wp_cache_clear_cache' );
		array_map( 'call_user_func', array_filter( $functions, 'function_exists' ) );
		do_action( 'litespeed_purge_all' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
		return;
	}
	$page = wp_get_post_parent_id( $id ) ?: $id; // phpcs:ignore Universal.Operators.DisallowShortTernary
	clean_post_cache( $page );
	foreach ( array_filter( array( 'rocket_clean_post', 'w3tc_flush_post', 'wpsc_delete_post_cache' ), 'function_exists' ) as $function ) {
		$function( $page );
	}
	do_action( 'litespeed_purge_post', $page ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
}
