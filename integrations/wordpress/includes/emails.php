<?php
/**
 * The allergens of each product in mails about orders, as text.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WC_Order_Item;

defined( 'ABSPATH' ) || exit;

/**
 * The lines of a card that shows the allergens alone, such as `Contains: Milk; Eggs`.
 *
 * @param string $html The card.
 */
function allergen_lines( string $html ): array {
	$card  = strstr( strstr( $html . '<article></article>', '<article' ), '</article>', true );
	$lines = str_replace( array( '</dt>', '</p>', '</h3>', '</div>' ), array( ':', "\n", "\n", "\n" ), $card );
	$words = html_entity_decode( wp_strip_all_tags( $lines ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	return array_values( array_filter( array_map( fn( $line ) => trim( preg_replace( '/\s+/u', ' ', $line ) ), explode( "\n", $words ) ) ) );
}

/**
 * Prints them below a product in a mail.
 *
 * @param int           $item_id The item's ID.
 * @param WC_Order_Item $item    The item.
 * @param mixed         $order   The order.
 * @param bool          $is_text Whether the mail is one of text alone.
 */
function print_allergens_in_mail( $item_id, $item, $order, $is_text = false ) {
	$product = method_exists( $item, 'get_product' ) ? $item->get_product() : null;
	$gtin    = gtin_of( is_object( $product ) ? $product : null );
	// A choice without a GTIN is what its product is, unless others have their own.
	if ( '' === $gtin && is_object( $product ) && $product->is_type( 'variation' ) ) {
		$parent = wc_get_product( $product->get_parent_id() );
		$gtin   = choices_have_own_gtins( $parent ) ? '' : gtin_of( $parent );
	}
	$card = '' === $gtin ? array() : find_card( $gtin, card_query( array( 'variant' => 'badges' ) ) );
	if ( 'fresh' !== ( $card['state'] ?? '' ) ) {
		return;
	}
	/* translators: %s: a date. */
	$words   = __( 'As the manufacturer declared it on %s; recipes change: check the label.', 'product-pool-for-woocommerce' );
	$lines   = allergen_lines( $card['html'] );
	$lines[] = sprintf( $words, wp_date( get_option( 'date_format' ), $card['checked'] ) );
	echo $is_text ? "\n" . implode( "\n", $lines ) . "\n" : '<div><small>' . implode( '<br>', array_map( 'esc_html', $lines ) ) . '</small></div>'; // phpcs:ignore WordPress.Security.EscapeOutput -- a mail of text has no HTML.
}

/**
 * Lets the mail whose items WooCommerce is about to print name allergens. Its pages about orders have the same hook.
 *
 * @param array $arguments How they are printed.
 */
function add_allergens_to_mail( $arguments ) {
	if ( setting( 'emails' ) && '' !== gateway() ) {
		add_action( 'woocommerce_order_item_meta_end', __NAMESPACE__ . '\print_allergens_in_mail', 10, 4 );
	}
	return $arguments;
}
add_filter( 'woocommerce_email_order_items_args', __NAMESPACE__ . '\add_allergens_to_mail' );
