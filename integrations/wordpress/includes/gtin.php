<?php
/**
 * Barcode numbers, and the products that have them.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WC_Product;

defined( 'ABSPATH' ) || exit;

/**
 * The digits of a GTIN, or '' if it is none. Its check digit is the gateway's affair: suppliers mistype theirs, too.
 *
 * @param mixed $text What was typed or pasted, with spaces, hyphens and what is invisible, of all kinds.
 */
function gtin_digits( $text ): string {
	$digits = is_scalar( $text ) ? (string) preg_replace( '/[\s\p{Z}\p{Pd}\p{Cf}]+/u', '', (string) $text ) : '';
	return 1 === preg_match( '/^\d{8,14}$/', $digits ) ? $digits : '';
}

/**
 * The GTIN that WooCommerce has of a product (WooCommerce 9.2 and newer: Inventory, "GTIN, UPC, EAN or ISBN"), or ''.
 * Of a variation, its own alone.
 *
 * @param WC_Product|null $product The product.
 */
function gtin_of( $product ): string {
	if ( ! is_object( $product ) || ! method_exists( $product, 'get_id' ) ) {
		return '';
	}
	// In the context `edit`, variations do not inherit that of their product.
	$saved = method_exists( $product, 'get_global_unique_id' ) ? $product->get_global_unique_id( 'edit' ) : '';
	/**
	 * Filters the GTIN of a product, for shops that keep it elsewhere.
	 *
	 * @param string     $saved   What WooCommerce has.
	 * @param WC_Product $product The product.
	 */
	return gtin_digits( apply_filters( 'product_pool_gtin', $saved, $product ) );
}

/**
 * The GTIN of the product that a post is, or ''.
 *
 * @param int $post_id The post.
 */
function gtin_of_post( int $post_id ): string {
	$product = $post_id > 0 && function_exists( 'wc_get_product' ) ? wc_get_product( $post_id ) : null;
	return gtin_of( is_object( $product ) ? $product : null );
}
