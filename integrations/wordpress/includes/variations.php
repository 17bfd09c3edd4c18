<?php
/**
 * Products with a choice, such as flavours: each choice may be another food, with a GTIN of its own.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WC_Product;

defined( 'ABSPATH' ) || exit;

/**
 * Whether any choice of a product has a GTIN of its own. Then no card speaks for all of them.
 *
 * @param WC_Product|null $product The product.
 */
function choices_have_own_gtins( $product ): bool {
	static $known = array();
	if ( ! is_object( $product ) || ! method_exists( $product, 'is_type' ) || ! $product->is_type( 'variable' ) ) {
		return false;
	}
	$id = $product->get_id();
	if ( ! isset( $known[ $id ] ) ) {
		$children = $product->get_children();
		// In two queries, not two for each: lists have many such products.
		_prime_post_caches( $children, false );
		$known[ $id ] = array() !== array_filter( $children, __NAMESPACE__ . '\gtin_of_post' );
	}
	return $known[ $id ];
}

/**
 * The card of a product's page. For a product whose choices have GTINs of their own, it is that of the choice, once it
 * has been made.
 *
 * @param int    $post_id  The product.
 * @param string $gtin     Its GTIN, or ''.
 * @param array  $settings As card_query() takes them.
 */
function product_card_html( int $post_id, string $gtin, array $settings ): string {
	$product = function_exists( 'wc_get_product' ) ? wc_get_product( $post_id ) : null;
	if ( ! is_object( $product ) || ! choices_have_own_gtins( $product ) ) {
		return card_html( $gtin, $settings );
	}
	if ( '' === gateway() || is_feed() ) {
		return '';
	}
	needs_script( true );
	wp_enqueue_script( 'product-pool-cards' );
	$gtins = array_combine( $product->get_children(), array_map( __NAMESPACE__ . '\gtin_of_post', $product->get_children() ) );
	return sprintf(
		'<div class="product-pool-choice" data-product="%d" data-gtins="%s"><template>%s</template><p data-state="open">%s</p><p data-state="unknown" hidden>%s</p></div>',
		$post_id,
		esc_attr( (string) wp_json_encode( (object) $gtins ) ),
		pool()->element( '', card_query( $settings ) ),
		esc_html__( 'Choose an option to see its allergens and ingredients.', 'product-pool-for-woocommerce' ),
		esc_html__( 'There is no product information for this choice. Check the label.', 'product-pool-for-woocommerce' )
	);
}
