<?php
/**
 * Cards as HTML.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use ProductPool;

defined( 'ABSPATH' ) || exit;

/**
 * The panels of a card beside the product's name and picture: all but `summary`, which starts a card that shows
 * everything.
 */
const PANELS_BELOW_NAME = 'allergens lights ingredients nutrition diets handling additives origin accreditations packaging logistics details supplier';

/** How much a card shows. */
const VARIANTS = array( 'full', 'summary', 'badges' );

/**
 * The settings of a card, in the one order in which caches know them. What is not valid is left out.
 *
 * @param array $settings `variant`, `panels`, `heading-level`, and whether it comes with `json-ld`.
 */
function card_query( array $settings ): array {
	$query   = array( 'lang' => language() );
	$variant = (string) ( $settings['variant'] ?? '' );
	if ( 'full' !== $variant && in_array( $variant, VARIANTS, true ) ) {
		$query['variant'] = $variant;
	}
	$panels = preg_split( '/[\s,]+/', (string) ( $settings['panels'] ?? '' ), -1, PREG_SPLIT_NO_EMPTY );
	$panels = array_filter( (array) $panels, fn( $panel ) => 1 === preg_match( '/^[a-z-]{1,30}$/', $panel ) );
	if ( $panels ) {
		$query['panels'] = implode( ' ', array_unique( $panels ) );
	}
	$level = (int) ( $settings['heading-level'] ?? 0 );
	if ( $level >= 1 && $level <= 6 && 2 !== $level ) {
		$query['heading-level'] = (string) $level;
	}
	if ( ! empty( $settings['json-ld'] ) ) {
		$query['json-ld'] = 'properties';
	}
	return $query;
}

/**
 * The card of a product: as the gateway has drawn it, or the last that it drew with a notice, or an element that
 * requests the product in the browser. '' if there is no such product.
 *
 * It is printed as it is: the gateway escapes what suppliers write, and also the characters on which shortcodes,
 * wptexturize() and convert_smilies() act.
 *
 * @param string $gtin     The GTIN, of digits only.
 * @param array  $settings As card_query() takes them.
 */
function card_html( string $gtin, array $settings ): string {
	if ( '' === $gtin || '' === gateway() || is_feed() ) {
		return '';
	}
	$query = card_query( $settings );
	$card  = find_card( $gtin, $query );
	$html  = pool()->html( $card, $gtin, $query );
	if ( '' === $html ) {
		return '';
	}
	needs_script( true );
	return ( isset( $card['problem'] ) ? hint( $card['problem'] ) : '' ) . $html;
}

/**
 * The allergens of a product for lists: what the gateway has drawn, without the record, which is most of a card. Once
 * it is too old, as in a page that a cache has kept, `assets/cards.js` puts an element in its place.
 *
 * @param string $gtin The GTIN, of digits only.
 */
function badges_html( string $gtin ): string {
	$query = card_query( array( 'variant' => 'badges' ) );
	$card  = '' === $gtin || is_feed() ? array( 'state' => 'missing' ) : find_card( $gtin, $query );
	$begin = strpos( $card['html'] ?? '', '<template' );
	if ( 'fresh' !== $card['state'] || false === $begin ) {
		return boxed( '' === $gtin ? '' : card_html( $gtin, array( 'variant' => 'badges' ) ), 'product-pool-badges' );
	}
	wp_enqueue_script( 'product-pool-cards' );
	return sprintf(
		'<div class="product-pool product-pool-badges" data-gtin="%s" data-until="%d">%s</div>',
		esc_attr( $gtin ),
		$card['until'],
		substr( $card['html'], $begin, strrpos( $card['html'], '</template>' ) + 11 - $begin )
	);
}

/**
 * A card in the box that themes can style.
 *
 * @param string $html  What card_html() has made.
 * @param string $class A further class.
 */
function boxed( string $html, string $class = '' ): string {
	return '' === $html ? '' : '<div class="' . esc_attr( trim( "product-pool $class" ) ) . '">' . $html . '</div>';
}

/**
 * Words for those who work on the shop, in place of a card.
 *
 * @param string $words Why there is none.
 */
function hint( string $words ): string {
	if ( ! current_user_can( 'edit_posts' ) ) {
		return '';
	}
	/* translators: %s: why no product information is shown. */
	$words = sprintf( __( 'Product Pool: %s (Visitors do not see this.)', 'product-pool-for-woocommerce' ), $words );
	return '<p class="product-pool-hint"><em>' . esc_html( $words ) . '</em></p>';
}

/**
 * Why a product has no card, as a hint.
 *
 * @param string $gtin The GTIN, or ''.
 */
function why_no_card( string $gtin ): string {
	if ( '' === gateway() ) {
		return hint( __( 'the address of the gateway is not set.', 'product-pool-for-woocommerce' ) );
	}
	if ( '' === $gtin ) {
		return hint( __( 'this product has no GTIN (barcode number).', 'product-pool-for-woocommerce' ) );
	}
	if ( '' === gtin_digits( $gtin ) || ! ProductPool::isChecked( $gtin ) ) {
		/* translators: %s: a GTIN. */
		return hint( sprintf( __( 'the GTIN %s was mistyped: its last digit does not fit the others.', 'product-pool-for-woocommerce' ), $gtin ) );
	}
	/* translators: %s: a GTIN. */
	return hint( sprintf( __( 'the gateway has no product with the GTIN %s.', 'product-pool-for-woocommerce' ), $gtin ) );
}

/**
 * Whether the page has a card, and so needs the element's script.
 *
 * @param bool $now_it_does Whether it has one now.
 */
function needs_script( bool $now_it_does = false ): bool {
	static $needed = false;
	$needed        = $needed || $now_it_does;
	return $needed;
}

/** The address of the element's script; '' if it is to come with the plugin, and did not. */
function script_url(): string {
	if ( 'gateway' === setting( 'script' ) ) {
		return gateway() . '/card.js';
	}
	// A folder for each version: the files within refer to one another, and browsers keep them.
	$path = 'element/' . VERSION . '/card-entry.js';
	return is_readable( plugin_dir_path( PLUGIN_FILE ) . $path ) ? plugins_url( $path, PLUGIN_FILE ) : '';
}

/** Prints the element's script, at the end of pages that have a card. Readers need it for nothing that they see first. */
function print_script() {
	if ( needs_script() && '' !== script_url() ) {
		wp_print_script_tag(
			array(
				'type' => 'module',
				'id'   => 'product-pool-card-js',
				'src'  => esc_url_raw( script_url() ),
			)
		);
	}
}
add_action( 'wp_footer', __NAMESPACE__ . '\print_script', 20 );

/** Registers the script of choices and lists. It loads that of the element where it needs it. */
function register_cards_script() {
	wp_register_script( 'product-pool-cards', plugins_url( 'assets/cards.js', PLUGIN_FILE ), array(), VERSION, true );
	$known = array(
		'script'  => script_url(),
		'element' => '' === gateway() ? '' : pool()->element( '', card_query( array( 'variant' => 'badges' ) ) ),
	);
	wp_localize_script( 'product-pool-cards', 'productPoolCards', $known );
}
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\register_cards_script' );

/** Prints the few styles around cards: they are as wide as their place, also in themes that float what is above. */
function print_styles() {
	if ( '' !== gateway() ) {
		echo '<style id="product-pool-css">.product-pool{clear:both;inline-size:100%}'
			. 'product-pool-card:not(:defined){display:block}'
			. '.product-pool-notice{border:2px solid;padding:.75em 1em}'
			. '.product-pool-recall{box-sizing:border-box;background:#ffd400;color:#111;border:3px solid #111;font-weight:700;padding:.75em 1em;margin-block:1em}</style>' . "\n";
	}
}
add_action( 'wp_head', __NAMESPACE__ . '\print_styles' );
