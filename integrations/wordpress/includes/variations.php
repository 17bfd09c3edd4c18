<?php
/**
 * Products with a choice, such as flavours: each choice may be another food, with a GTIN of its own.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WC_Product;
use WC_Product_Variation;

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
	wp_enqueue_script( 'product-pool-variations' );
	return sprintf(
		'<div class="product-pool-choice"><template>%1$s</template><p data-state="open">%2$s</p><p data-state="unknown" hidden>%3$s</p></div>',
		element_html( '', card_query( $settings ) ),
		esc_html__( 'Choose an option to see its allergens and ingredients.', 'product-pool-for-woocommerce' ),
		esc_html__( 'There is no product information for this choice. Check the label.', 'product-pool-for-woocommerce' )
	);
}

/**
 * Tells the page's script the GTIN of a choice.
 *
 * @param array                $data      What the page knows of the choice.
 * @param WC_Product           $product   The product.
 * @param WC_Product_Variation $variation The choice.
 */
function add_variation_gtin( $data, $product, $variation ) {
	if ( is_array( $data ) ) {
		$data['product_pool_gtin'] = gtin_of( $variation );
	}
	return $data;
}
add_filter( 'woocommerce_available_variation', __NAMESPACE__ . '\add_variation_gtin', 10, 3 );

/** Registers the script that follows the choice. WooCommerce tells it by jQuery's events. */
function register_variations_script() {
	wp_register_script( 'product-pool-variations', plugins_url( 'assets/variations.js', PLUGIN_FILE ), array( 'jquery' ), VERSION, true );
}
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\register_variations_script' );
