<?php
/**
 * Recalls: what a product's page says, whether it can be bought, a mail to the shop, and the request by which the
 * gateway's `purge` reaches this site.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WC_Product;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/** The option with the secret of the request. */
const SECRET = 'product_pool_secret';

/**
 * Whether a product, or a choice, is recalled or withdrawn. A choice without a GTIN is what its product is.
 *
 * @param WC_Product $product The product.
 */
function is_recalled( $product ): bool {
	$is_noted = fn( int $id ): bool => in_array( get_post_meta( $id, STATE, true ), RECALLED, true );
	if ( $is_noted( $product->get_id() ) ) {
		// Of a product whose choices are foods of their own, the state is that of the worst.
		return ! choices_have_own_gtins( $product );
	}
	$parent = (int) wp_get_post_parent_id( $product->get_id() );
	return $parent > 0 && $is_noted( $parent ) && ! choices_have_own_gtins( wc_get_product( $parent ) );
}

/**
 * Stops the sale, if the owner wants that: WooCommerce applies this to each product that is shown, added or in a cart.
 *
 * @param bool       $is_purchasable Whether it can be bought otherwise.
 * @param WC_Product $product        The product, or a choice.
 */
function stop_sale( $is_purchasable, $product ) {
	return $is_purchasable && ! ( setting( 'stop_sale' ) && is_recalled( $product ) );
}
add_filter( 'woocommerce_is_purchasable', __NAMESPACE__ . '\stop_sale', 10, 2 );

/**
 * The words of a card for a recall, in its language; '' if there is none.
 *
 * @param string $html The card.
 */
function recall_words( string $html ): string {
	$is_found = preg_match( '#<p[^>]* data-notice="(?:recalled|withdrawn)"[^>]*>(.*?)</p>#s', $html, $found );
	$words    = $is_found ? str_replace( '</strong>', '. ', $found[1] ) : '';
	return trim( html_entity_decode( wp_strip_all_tags( $words ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
}

/** Prints the recall of a product, or of its choices, above all else on its page. */
function print_recall() {
	global $product;
	$page = is_object( $product ) ? $product : wc_get_product( get_the_ID() );
	if ( '' === gateway() || ! is_object( $page ) ) {
		return;
	}
	check_product( $page );
	$is_choice = choices_have_own_gtins( $page );
	foreach ( $is_choice ? array_map( 'wc_get_product', $page->get_children() ) : array( $page ) as $one ) {
		$gtin  = gtin_of( $one );
		$words = '' === $gtin ? '' : recall_words( find_card( $gtin, card_query( page_settings() ) )['html'] ?? '' );
		if ( '' !== $words ) {
			printf( '<div class="product-pool product-pool-recall" role="alert">%s</div>', esc_html( ( $is_choice ? $one->get_name() . ': ' : '' ) . $words ) );
		}
	}
}
add_action( 'woocommerce_before_single_product', __NAMESPACE__ . '\print_recall', 5 );

/**
 * Mails a recall to the shop, to the address to which WooCommerce sends mails about stock.
 *
 * @param int    $id   The product, or its choice.
 * @param string $html Its card.
 */
function mail_recall( int $id, string $html ) {
	$name = html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' );
	/* translators: 1: the name of the site, 2: that of a product. */
	$subject = sprintf( __( '[%1$s] Recall: %2$s', 'product-pool-for-woocommerce' ), get_bloginfo( 'name' ), $name );
	$sale    = setting( 'stop_sale' )
		? __( 'It cannot be bought in your shop any more, until the manufacturer ends the recall.', 'product-pool-for-woocommerce' )
		: __( 'It can still be bought in your shop: take it out of sale, or let the plugin do so in its settings.', 'product-pool-for-woocommerce' );
	$page    = wp_get_post_parent_id( $id ) ?: $id; // phpcs:ignore Universal.Operators.DisallowShortTernary
	$lines   = array( recall_words( $html ), $sale, get_permalink( $page ), admin_url( "post.php?post=$page&action=edit" ), settings_url() );
	wp_mail( get_option( 'woocommerce_stock_email_recipient', get_option( 'admin_email' ) ), $subject, implode( "\n\n", $lines ) );
}

/** The secret, which is made when it is first needed. */
function secret(): string {
	$secret = (string) get_option( SECRET, '' );
	if ( '' === $secret ) {
		$secret = wp_generate_password( 40, false );
		update_option( SECRET, $secret, false );
	}
	return $secret;
}

/** Registers the request by which cards are forgotten. */
function register_forget() {
	register_rest_route(
		'product-pool/v1',
		'/forget',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\handle_forget',
			'permission_callback' => fn( WP_REST_Request $request ): bool => hash_equals( secret(), (string) $request->get_header( 'Product-Pool-Secret' ) ),
		)
	);
}
add_action( 'rest_api_init', __NAMESPACE__ . '\register_forget' );

/**
 * Forgets cards, and checks their products anew. The parameter `tags` has cache tags as `purge` prints them, or GTINs,
 * with spaces or commas between them; without a GTIN among them, all cards are forgotten.
 *
 * @param WP_REST_Request $request The request.
 */
function handle_forget( $request ): array {
	preg_match_all( '/(?<=^|[\s,]|[\s,]gtin-|^gtin-)\d{8,14}(?=[\s,]|$)/', (string) $request->get_param( 'tags' ), $found );
	$states = forget( $found[0] );
	return array(
		'forgotten' => array() === $found[0] ? 'all' : $found[0],
		'products'  => (object) $states,
	);
}

/**
 * Forgets the cards of products, here and in caches of pages, and checks these products anew.
 *
 * @param array $gtins The GTINs; all if there are none.
 * @return array The states of the products, by their IDs.
 */
function forget( array $gtins ): array {
	if ( '' === gateway() ) {
		return array();
	}
	pool()->forget( $gtins );
	if ( array() === $gtins ) {
		clean_page_caches( 0 );
		return array();
	}
	$ids = get_posts(
		array(
			'post_type'   => array( 'product', 'product_variation' ),
			'post_status' => 'any',
			'fields'      => 'ids',
			'numberposts' => BATCH,
			'meta_key'    => NOTED_GTIN, // phpcs:ignore WordPress.DB.SlowDBQuery
			'meta_value'  => array_map( fn( $gtin ) => str_pad( $gtin, 14, '0', STR_PAD_LEFT ), $gtins ), // phpcs:ignore WordPress.DB.SlowDBQuery
		)
	);
	// The gateway was purged before, and answers with what it has requested since.
	pool()->patience = 20.0;
	$states          = array();
	foreach ( $ids as $id ) {
		clean_page_caches( $id );
		$product = wc_get_product( wp_get_post_parent_id( $id ) ?: $id ); // phpcs:ignore Universal.Operators.DisallowShortTernary
		if ( is_object( $product ) ) {
			check_product( $product );
			$states[ $id ] = get_post_meta( $id, STATE, true );
		}
	}
	return $states;
}

/** Handles the button in the settings. */
function handle_forget_button() {
	check_admin_referer( 'product_pool_forget' );
	if ( current_user_can( capability() ) ) { // phpcs:ignore WordPress.WP.Capabilities
		forget( array() );
	}
	wp_safe_redirect( add_query_arg( 'forgotten', '1', settings_url() ) );
	exit;
}
add_action( 'admin_post_product_pool_forget', __NAMESPACE__ . '\handle_forget_button' );
