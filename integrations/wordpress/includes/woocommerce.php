<?php
/**
 * Cards on the pages of WooCommerce: a product's page, lists, and what search engines read.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use Automattic\WooCommerce\Utilities\FeaturesUtil;
use WC_Product;

defined( 'ABSPATH' ) || exit;

/** Says that the plugin does not touch orders, the cart or the checkout. */
function declare_compatibility() {
	if ( class_exists( FeaturesUtil::class ) ) {
		FeaturesUtil::declare_compatibility( 'custom_order_tables', PLUGIN_FILE, true );
		FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', PLUGIN_FILE, true );
	}
}
add_action( 'before_woocommerce_init', __NAMESPACE__ . '\declare_compatibility' );

/**
 * The settings of the card on a product's page, where its name and picture are already. Its panels have headings of the
 * level after that of the name: of the page, or of the tab.
 */
function page_settings(): array {
	return array(
		'panels'        => PANELS_BELOW_NAME,
		'heading-level' => 'summary' === setting( 'place' ) ? 1 : 2,
		'json-ld'       => true,
	);
}

/** The card of the product whose page this is, or a hint. */
function product_page_card(): string {
	global $product;
	if ( '' === gateway() || ! is_object( $product ) ) {
		return '';
	}
	$gtin = gtin_of( $product );
	$html = product_card_html( $product->get_id(), $gtin, page_settings() );
	return '' === $html && '' !== $gtin ? why_no_card( $gtin ) : $html;
}

/**
 * Adds the tab, if there is a card.
 *
 * @param array $tabs The tabs.
 */
function add_tab( $tabs ) {
	if ( 'tab' === setting( 'place' ) && '' !== product_page_card() ) {
		$tabs['product_pool'] = array(
			'title'    => __( 'Allergens and ingredients', 'product-pool-for-woocommerce' ),
			'priority' => 15,
			'callback' => __NAMESPACE__ . '\print_tab',
		);
	}
	return $tabs;
}
add_filter( 'woocommerce_product_tabs', __NAMESPACE__ . '\add_tab' );

/** Prints what the tab has. */
function print_tab() {
	echo '<h2>' . esc_html__( 'Allergens and ingredients', 'product-pool-for-woocommerce' ) . '</h2>';
	echo boxed( product_page_card() ); // phpcs:ignore WordPress.Security.EscapeOutput -- see card_html().
}

/** Prints the card below the product's picture and price. */
function print_below_summary() {
	if ( 'summary' === setting( 'place' ) ) {
		echo boxed( product_page_card() ); // phpcs:ignore WordPress.Security.EscapeOutput -- see card_html().
	}
}
add_action( 'woocommerce_after_single_product_summary', __NAMESPACE__ . '\print_below_summary', 5 );

/**
 * The allergens of a product in a list.
 *
 * @param WC_Product|null $product The product.
 */
function list_badges( $product ): string {
	if ( ! setting( 'badges' ) || '' === gateway() || ! is_object( $product ) || choices_have_own_gtins( $product ) ) {
		return '';
	}
	return badges_html( gtin_of( $product ) );
}

/** Prints the allergens of a product in a list of a classic theme: after the link to it, which ends at 5. */
function print_badges() {
	global $product;
	echo list_badges( $product ); // phpcs:ignore WordPress.Security.EscapeOutput -- see card_html().
}
add_action( 'woocommerce_after_shop_loop_item', __NAMESPACE__ . '\print_badges', 7 );

/**
 * Adds the allergens of each product to a list of blocks: product collections, related products and the like, whose
 * products each have a list item with the class `post-ID`.
 *
 * @param string $html The list.
 */
function add_badges_to_block( $html ) {
	if ( ! setting( 'badges' ) || '' === gateway() ) {
		return $html;
	}
	$parts = preg_split( '/(?=<li\b[^>]*\bpost-\d+[^>]*>)/', (string) $html );
	$done  = array_shift( $parts );
	foreach ( $parts as $part ) {
		preg_match( '/\bpost-(\d+)/', $part, $found );
		$end = (int) strrpos( $part, '</li>' );
		// On the shop's own page WooCommerce calls the hook of classic themes, too.
		$has   = false !== strpos( $part, 'product-pool-badges' );
		$done .= substr( $part, 0, $end ) . ( $has ? '' : list_badges( wc_get_product( (int) $found[1] ) ) ) . substr( $part, $end );
	}
	return $done;
}
add_filter( 'render_block_woocommerce/product-template', __NAMESPACE__ . '\add_badges_to_block' );
add_filter( 'render_block_core/post-template', __NAMESPACE__ . '\add_badges_to_block' );

/**
 * Adds allergens, ingredients and nutrition to WooCommerce's own description of the product for search engines; a second
 * one would lack the price. What could not be checked is not published.
 *
 * @param array      $markup  The description.
 * @param WC_Product $product The product.
 */
function add_structured_data( $markup, $product ) {
	$gtin = gtin_of( $product );
	if ( ! is_array( $markup ) || '' === $gtin || 'none' === setting( 'place' ) || choices_have_own_gtins( $product ) ) {
		return $markup;
	}
	$card = find_card( $gtin, card_query( page_settings() ) );
	if ( 'fresh' === $card['state'] && ! empty( $card['properties'] ) ) {
		$markup['additionalProperty'] = array_merge( (array) ( $markup['additionalProperty'] ?? array() ), $card['properties'] );
	}
	return $markup;
}
add_filter( 'woocommerce_structured_data_product', __NAMESPACE__ . '\add_structured_data', 10, 2 );
