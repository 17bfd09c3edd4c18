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
	echo boxed( product_page_card() ); // phpcs:ignore WordPress.Security.EscapeOutput -- see read_fragment().
}

/** Prints the card below the product's picture and price. */
function print_below_summary() {
	if ( 'summary' === setting( 'place' ) ) {
		echo boxed( product_page_card() ); // phpcs:ignore WordPress.Security.EscapeOutput -- see read_fragment().
	}
}
add_action( 'woocommerce_after_single_product_summary', __NAMESPACE__ . '\print_below_summary', 5 );

/** Prints the allergens of a product in a list: after the link to it, which ends at 5. */
function print_badges() {
	global $product;
	if ( ! setting( 'badges' ) || ! is_object( $product ) || choices_have_own_gtins( $product ) ) {
		return;
	}
	$html = card_html( gtin_of( $product ), array( 'variant' => 'badges' ) );
	echo boxed( $html, 'product-pool-badges' ); // phpcs:ignore WordPress.Security.EscapeOutput -- see read_fragment().
}
add_action( 'woocommerce_after_shop_loop_item', __NAMESPACE__ . '\print_badges', 7 );

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
