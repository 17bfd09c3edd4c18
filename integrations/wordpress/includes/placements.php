<?php
/**
 * The block and the shortcode.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WP_Block;

defined( 'ABSPATH' ) || exit;

/**
 * The card of a block or a shortcode: that of the GTIN that was typed, with the product's name and picture, or that of
 * the product whose page it is, without them.
 *
 * @param array $attributes `gtin`, `variant`, `panels`, `heading-level`.
 * @param int   $post_id    The post that is shown.
 */
function placed_card( array $attributes, int $post_id ): string {
	$typed = trim( (string) ( $attributes['gtin'] ?? '' ) );
	$gtin  = '' === $typed ? gtin_of_post( $post_id ) : gtin_digits( $typed );
	if ( '' === $typed && empty( $attributes['panels'] ) && in_array( $attributes['variant'] ?? 'full', array( '', 'full' ), true ) ) {
		$attributes['panels'] = PANELS_BELOW_NAME;
	}
	$html = '' === $typed ? product_card_html( $post_id, $gtin, $attributes ) : card_html( $gtin, $attributes );
	return '' === $html ? why_no_card( '' === $gtin ? $typed : $gtin ) : $html;
}

/**
 * Draws the block.
 *
 * @param array    $attributes Its attributes.
 * @param string   $content    Nothing.
 * @param WP_Block $block      The block.
 */
function render_block( $attributes, $content, $block ): string {
	$attributes['heading-level'] = $attributes['headingLevel'] ?? 2;
	$card                        = placed_card( $attributes, (int) ( $block->context['postId'] ?? get_the_ID() ) );
	if ( '' === $card ) {
		return '';
	}
	return '<div ' . get_block_wrapper_attributes( array( 'class' => 'product-pool' ) ) . '>' . $card . '</div>';
}

/** The words of the block's settings in the editor. */
function editor_words(): array {
	return array(
		'gtin'     => __( 'GTIN (barcode number)', 'product-pool-for-woocommerce' ),
		'gtinHelp' => __( 'Empty: that of the product whose page this is.', 'product-pool-for-woocommerce' ),
		'show'     => __( 'Show', 'product-pool-for-woocommerce' ),
		'full'     => __( 'Everything', 'product-pool-for-woocommerce' ),
		'summary'  => __( 'A summary', 'product-pool-for-woocommerce' ),
		'badges'   => __( 'The allergens alone', 'product-pool-for-woocommerce' ),
		'preview'  => __( 'Preview', 'product-pool-for-woocommerce' ),
	);
}

/** Registers the block, which WordPress reads from block.json, and the shortcode. */
function register_placements() {
	wp_register_script(
		'product-pool-block',
		plugins_url( 'blocks/card/editor.js', PLUGIN_FILE ),
		array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-element', 'wp-escape-html', 'wp-url' ),
		VERSION,
		true
	);
	wp_localize_script( 'product-pool-block', 'productPoolWords', editor_words() );
	register_block_type( dirname( __DIR__ ) . '/blocks/card', array( 'render_callback' => __NAMESPACE__ . '\render_block' ) );
	add_shortcode( 'product_pool', __NAMESPACE__ . '\shortcode' );
}
add_action( 'init', __NAMESPACE__ . '\register_placements' );

/**
 * The shortcode: [product_pool], or [product_pool gtin="09520000000004" variant="summary"].
 *
 * @param array|string $attributes Its attributes.
 */
function shortcode( $attributes ): string {
	$defaults   = array(
		'gtin'          => '',
		'variant'       => 'full',
		'panels'        => '',
		'heading-level' => '2',
	);
	$attributes = shortcode_atts( $defaults, is_array( $attributes ) ? $attributes : array(), 'product_pool' );
	return boxed( placed_card( $attributes, (int) get_the_ID() ) );
}
