<?php
/**
 * Barcode numbers, and the products that have them.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use ProductPool;
use WC_Product;

defined( 'ABSPATH' ) || exit;

/** Where shops keep GTINs: WooCommerce's own field since 9.2, then those of other plugins. */
const GTIN_KEYS = array( '_global_unique_id', '_ts_gtin', '_wpm_gtin_code', '_ean', '_barcode', '_sku' );

/**
 * The digits of a GTIN, or '' if it is none. One with a wrong check digit is reported, not left out.
 *
 * @param mixed $text What was typed or pasted.
 */
function gtin_digits( $text ): string {
	return is_scalar( $text ) ? ProductPool::digits( (string) $text ) : '';
}

/**
 * The GTIN that the shop has of a product, or ''. Of a variation, its own alone.
 *
 * @param WC_Product|null $product The product.
 */
function gtin_of( $product ): string {
	if ( ! is_object( $product ) || ! method_exists( $product, 'get_id' ) ) {
		return '';
	}
	$key   = (string) setting( 'gtin_key' );
	$saved = (string) get_post_meta( $product->get_id(), $key, true );
	// Other numbers may be as short as a GTIN-8, and by chance another product's.
	if ( '_sku' === $key && ( strlen( $saved ) < 12 || ! ProductPool::isChecked( gtin_digits( $saved ) ) ) ) {
		$saved = '';
	}
	/**
	 * Filters the GTIN of a product, for shops that keep it elsewhere.
	 *
	 * @param string     $saved   What the shop has.
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
