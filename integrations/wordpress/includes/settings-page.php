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

/** Adds the page to the menu. */
function add_settings_page() {
	add_options_page( 'Product Pool', 'Product Pool', capability(), PAGE, __NAMESPACE__ . '\print_settings_page' );
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
	if ( ! current_user_can( capability() ) ) {
		return;
	}
	echo '<div class="wrap"><h1>Product Pool</h1>';
	print_check();
	print_missing_field();
	if ( isset( $_GET['forgotten'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		printf( '<div class="notice notice-success inline"><p>%s</p></div>', esc_html__( 'All cards were forgotten.', 'product-pool-for-woocommerce' ) );
	}
	echo '<form action="options.php" method="post">';
	settings_fields( OPTION );
	echo '<table class="form-table" role="presentation">';
	print_row_gateway();
	print_row_choice( 'place', __( 'On a product’s page', 'product-pool-for-woocommerce' ), places() );
	print_row_switch( 'badges', __( 'In lists of products', 'product-pool-for-woocommerce' ), __( 'Show the allergens of each product', 'product-pool-for-woocommerce' ) );
	print_row_switch( 'emails', __( 'In e-mails about orders', 'product-pool-for-woocommerce' ), __( 'Name the allergens of each product', 'product-pool-for-woocommerce' ) );
	print_row_switch( 'stop_sale', __( 'Recalled products', 'product-pool-for-woocommerce' ), __( 'Cannot be bought while the manufacturer recalls or withdraws them', 'product-pool-for-woocommerce' ) );
	print_row_gtin_key();
	$sources = array(
		'plugin'  => __( 'From this site', 'product-pool-for-woocommerce' ),
		'gateway' => __( 'From the gateway, always its newest release', 'product-pool-for-woocommerce' ),
	);
	print_row_choice( 'script', __( 'Browsers load the card’s script', 'product-pool-for-woocommerce' ), $sources );
	echo '</table>';
	submit_button();
	echo '</form>';
	print_forget();
	echo '</div>';
}

/** Says what an old WooCommerce lacks. */
function print_missing_field() {
	if ( '_global_unique_id' === setting( 'gtin_key' ) && class_exists( 'WC_Product' ) && ! method_exists( 'WC_Product', 'get_global_unique_id' ) ) {
		printf( '<div class="notice notice-warning inline"><p>%s</p></div>', esc_html__( 'This WooCommerce has no field for GTINs, which came with 9.2: update it, or name the field of another plugin below.', 'product-pool-for-woocommerce' ) );
	}
}

/** Prints how all cards are forgotten, and those of a recall. */
function print_forget() {
	printf(
		'<h2>%s</h2><p>%s</p><p><code style="overflow-wrap:anywhere">curl -H \'Product-Pool-Secret: %s\' -d tags=GTIN %s</code></p>',
		esc_html__( 'Recalls', 'product-pool-for-woocommerce' ),
		esc_html__( 'Products are checked one after another, 600 an hour. To show a recall at once, send this request with the GTIN: the site forgets its card, and page caches its page.', 'product-pool-for-woocommerce' ),
		esc_html( secret() ),
		esc_html( rest_url( 'product-pool/v1/forget' ) )
	);
	printf( '<form action="%s" method="post"><input type="hidden" name="action" value="product_pool_forget">', esc_url( admin_url( 'admin-post.php' ) ) );
	wp_nonce_field( 'product_pool_forget' );
	submit_button( __( 'Forget all cards now', 'product-pool-for-woocommerce' ), 'secondary' );
	echo '</form>';
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
	$typed = (string) get_transient( typed_key() );
	delete_transient( typed_key() );
	print_row_text(
		'gateway',
		__( 'Address of the gateway', 'product-pool-for-woocommerce' ),
		'' === $typed ? gateway() : $typed,
		'type="url" placeholder="https://products.shop.example"',
		__( 'Your site and your visitors’ browsers request product information there, by the GTIN. Nothing is requested before this is set.', 'product-pool-for-woocommerce' )
	);
}

/** Prints the row with the field that has GTINs. */
function print_row_gtin_key() {
	print_row_text(
		'gtin_key',
		__( 'Field with the GTIN', 'product-pool-for-woocommerce' ),
		(string) setting( 'gtin_key' ),
		'type="text" list="product-pool-keys"',
		__( '_global_unique_id is WooCommerce’s own field. If another plugin keeps the GTIN, enter the key of its metadata; if your SKUs are GTINs, _sku.', 'product-pool-for-woocommerce' )
	);
	printf( '<datalist id="product-pool-keys"><option>%s</datalist>', implode( '<option>', array_map( 'esc_html', GTIN_KEYS ) ) ); // phpcs:ignore WordPress.Security.EscapeOutput
}

/**
 * Prints a row with a text.
 *
 * @param string $name       The setting.
 * @param string $label      Its label.
 * @param string $value      Its value.
 * @param string $attributes Further attributes of the field.
 * @param string $help       What it is for.
 */
function print_row_text( string $name, string $label, string $value, string $attributes, string $help ) {
	printf(
		'<tr><th scope="row"><label for="product-pool-%1$s">%2$s</label></th><td>'
		. '<input %3$s class="regular-text code" id="product-pool-%1$s" name="%4$s[%1$s]" value="%5$s" aria-describedby="product-pool-%1$s-help">'
		. '<p class="description" id="product-pool-%1$s-help">%6$s</p></td></tr>',
		esc_attr( $name ),
		esc_html( $label ),
		$attributes, // phpcs:ignore WordPress.Security.EscapeOutput -- constants of this file.
		esc_attr( OPTION ),
		esc_attr( $value ),
		esc_html( $help )
	);
}

/**
 * Prints a row with a switch.
 *
 * @param string $name  The setting.
 * @param string $label What it is for.
 * @param string $words What it does.
 */
function print_row_switch( string $name, string $label, string $words ) {
	printf(
		'<tr><th scope="row">%s</th><td><label><input type="checkbox" name="%s[%s]" value="1"%s> %s</label></td></tr>',
		esc_html( $label ),
		esc_attr( OPTION ),
		esc_attr( $name ),
		checked( (bool) setting( $name ), true, false ),
		esc_html( $words )
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
