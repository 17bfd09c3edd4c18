<?php
/**
 * The page of the settings.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/** The name of the page in its address. */
const PAGE = 'product-pool';

/** Who may change the settings. */
const CAPABILITY = 'manage_options';

/** Adds the page to the menu. */
function add_settings_page() {
	add_options_page( 'Product Pool', 'Product Pool', CAPABILITY, PAGE, __NAMESPACE__ . '\print_settings_page' );
}
add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );

/** The address of the page. */
function settings_url(): string {
	return admin_url( 'options-general.php?page=' . PAGE );
}

/**
 * Adds a link to the page, in the list of plugins.
 *
 * @param array $links The links that are there.
 */
function add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( settings_url() ), esc_html__( 'Settings', 'product-pool-for-woocommerce' ) );
	return array_merge( array( $link ), (array) $links );
}
add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), __NAMESPACE__ . '\add_settings_link' );

/** Prints the page. The address is checked each time, so that saving says at once whether it is right. */
function print_settings_page() {
	if ( ! current_user_can( CAPABILITY ) ) {
		return;
	}
	echo '<div class="wrap"><h1>Product Pool</h1>';
	print_check();
	echo '<form action="options.php" method="post">';
	settings_fields( OPTION );
	echo '<table class="form-table" role="presentation">';
	print_row_gateway();
	print_row_choice( 'place', __( 'On a product’s page', 'product-pool-for-woocommerce' ), places() );
	print_row_badges();
	$sources = array(
		'plugin'  => __( 'From this site', 'product-pool-for-woocommerce' ),
		'gateway' => __( 'From the gateway, always its newest release', 'product-pool-for-woocommerce' ),
	);
	print_row_choice( 'script', __( 'Browsers load the card’s script', 'product-pool-for-woocommerce' ), $sources );
	echo '</table>';
	submit_button();
	echo '</form></div>';
}

/** Prints what the check of the gateway found. */
function print_check() {
	$problem = problem_of_gateway();
	$class   = null === $problem ? 'notice-success' : ( '' === gateway() ? 'notice-info' : 'notice-error' );
	$words   = $problem ?? __( 'The gateway answers: products with a GTIN show their cards.', 'product-pool-for-woocommerce' );
	printf( '<div class="notice %s inline"><p>%s</p></div>', esc_attr( $class ), esc_html( $words ) );
}

/** Prints the row with the gateway's address. */
function print_row_gateway() {
	printf(
		'<tr><th scope="row"><label for="product-pool-gateway">%1$s</label></th><td>'
		. '<input type="url" class="regular-text code" id="product-pool-gateway" name="%2$s[gateway]" value="%3$s"'
		. ' placeholder="https://products.shop.example" aria-describedby="product-pool-gateway-help">'
		. '<p class="description" id="product-pool-gateway-help">%4$s</p></td></tr>',
		esc_html__( 'Address of the gateway', 'product-pool-for-woocommerce' ),
		esc_attr( OPTION ),
		esc_attr( gateway() ),
		esc_html__( 'Your site and your visitors’ browsers request product information there, by the GTIN. Nothing is requested before this is set.', 'product-pool-for-woocommerce' )
	);
}

/** Prints the row with the switch for lists. */
function print_row_badges() {
	printf(
		'<tr><th scope="row">%1$s</th><td><label><input type="checkbox" name="%2$s[badges]" value="1"%3$s> %4$s</label></td></tr>',
		esc_html__( 'In lists of products', 'product-pool-for-woocommerce' ),
		esc_attr( OPTION ),
		checked( (bool) setting( 'badges' ), true, false ),
		esc_html__( 'Show the allergens of each product', 'product-pool-for-woocommerce' )
	);
}

/**
 * Prints a row with a choice.
 *
 * @param string $name    The setting.
 * @param string $label   What is chosen.
 * @param array  $options The words for each value.
 */
function print_row_choice( string $name, string $label, array $options ) {
	$html = '';
	foreach ( $options as $value => $words ) {
		$html .= sprintf(
			'<label><input type="radio" name="%s[%s]" value="%s"%s> %s</label><br>',
			esc_attr( OPTION ),
			esc_attr( $name ),
			esc_attr( $value ),
			checked( setting( $name ), $value, false ),
			esc_html( $words )
		);
	}
	// phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped above.
	printf( '<tr><th scope="row">%1$s</th><td><fieldset><legend class="screen-reader-text">%1$s</legend>%2$s</fieldset></td></tr>', esc_html( $label ), $html );
}
