<?php
/**
 * The settings, and what makes them valid.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** The option that has all settings. */
const OPTION = 'product_pool_settings';

/** The settings of a shop that has set nothing. Without a gateway, nothing is requested and nothing is shown. */
const DEFAULTS = array(
	// The address of the gateway, without a slash at its end.
	'gateway'   => '',
	// Where a product's page has its card: a key of places().
	'place'     => 'tab',
	// Whether lists of products show the allergens below each.
	'badges'    => false,
	// Where browsers get the element's script from: `plugin`, or `gateway`.
	'script'    => 'plugin',
	// The key of the products' metadata that has the GTIN.
	'gtin_key'  => '_global_unique_id',
	// Whether mails about orders name the allergens of each product.
	'emails'    => false,
	// Whether what is recalled or withdrawn cannot be bought.
	'stop_sale' => false,
);

/**
 * One of the settings.
 *
 * @param string $name A key of DEFAULTS.
 * @return string|bool
 */
function setting( string $name ) {
	$saved = get_option( OPTION );
	return is_array( $saved ) && isset( $saved[ $name ] ) ? $saved[ $name ] : DEFAULTS[ $name ];
}

/** The address of the gateway for browsers, or '' before it has been configured. */
function gateway(): string {
	$saved = setting( 'gateway' );
	// WP-CLI and other plugins save it as it was typed.
	return is_string( $saved ) && 1 === preg_match( '#^https?://[^/?\#@\s]+(/[^?\#\s]*)?$#D', trim( $saved ) ) ? untrailingslashit( trim( $saved ) ) : '';
}

/**
 * An address that may be a gateway's, without a slash at its end, or what is wrong with it.
 *
 * @param string $text What was typed.
 * @return string|WP_Error
 */
function valid_gateway( string $text ) {
	$url   = esc_url_raw( trim( $text ), array( 'https', 'http' ) );
	$parts = wp_parse_url( $url );
	// What WordPress would have to repair is no address.
	if ( $url !== trim( $text ) || ! is_array( $parts ) || empty( $parts['host'] ) || empty( $parts['scheme'] ) ) {
		return new WP_Error( 'address', __( 'This is not a web address. It begins with https://, such as https://products.shop.example.', 'product-pool-for-woocommerce' ) );
	}
	if ( isset( $parts['user'] ) || isset( $parts['pass'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
		return new WP_Error( 'address', __( 'The address of a gateway has no user name, no question mark and no #.', 'product-pool-for-woocommerce' ) );
	}
	if ( 'http' === $parts['scheme'] && ! is_local( $parts['host'] ) ) {
		return new WP_Error( 'address', __( 'The address must begin with https://. Without encryption, anybody on the way could change what is said of allergens.', 'product-pool-for-woocommerce' ) );
	}
	return untrailingslashit( $url );
}

/**
 * Whether a host is this machine, as on a developer's computer.
 *
 * @param string $host The host of an address.
 */
function is_local( string $host ): bool {
	return 'localhost' === $host || '[::1]' === $host || 1 === preg_match( '/^127(\.\d{1,3}){3}$/', $host );
}

/** For a minute, what somebody has typed that is no address. */
function typed_key(): string {
	return 'product_pool_typed_' . get_current_user_id();
}

/**
 * Valid settings from those of a form. An address that is none leaves the saved one; the form says why, and has what
 * was typed.
 *
 * @param mixed $input What was sent.
 */
function sanitize_settings( $input ): array {
	$input   = is_array( $input ) ? $input : array();
	$text    = isset( $input['gateway'] ) && is_string( $input['gateway'] ) ? trim( $input['gateway'] ) : '';
	$gateway = '' === $text ? '' : valid_gateway( $text );
	if ( is_wp_error( $gateway ) ) {
		// WordPress calls this twice for an option that is new.
		if ( array() === get_settings_errors( OPTION ) ) {
			add_settings_error( OPTION, 'gateway', $gateway->get_error_message() );
		}
		set_transient( typed_key(), $text, MINUTE_IN_SECONDS );
		$gateway = gateway();
	}
	$place = $input['place'] ?? '';
	$key   = $input['gtin_key'] ?? '';
	return array(
		'gateway'   => $gateway,
		'place'     => is_string( $place ) && isset( places()[ $place ] ) ? $place : DEFAULTS['place'],
		'badges'    => ! empty( $input['badges'] ),
		'emails'    => ! empty( $input['emails'] ),
		'script'    => 'gateway' === ( $input['script'] ?? '' ) ? 'gateway' : 'plugin',
		'gtin_key'  => is_string( $key ) && 1 === preg_match( '/^[\w-]{1,100}$/D', $key ) ? $key : DEFAULTS['gtin_key'],
		'stop_sale' => ! empty( $input['stop_sale'] ),
	);
}

/** Where a product's page can have its card. */
function places(): array {
	return array(
		'tab'     => __( 'In a tab', 'product-pool-for-woocommerce' ),
		'summary' => __( 'Below the picture and the price', 'product-pool-for-woocommerce' ),
		'none'    => __( 'Nowhere: blocks or shortcodes place it', 'product-pool-for-woocommerce' ),
	);
}

/** Who may change the settings: who manages the shop. */
function capability(): string {
	return class_exists( 'WooCommerce', false ) ? 'manage_woocommerce' : 'manage_options';
}
add_filter( 'option_page_capability_' . OPTION, __NAMESPACE__ . '\capability' );

/** Registers the settings. WordPress checks the nonce and the capability before it saves them. */
function register_settings() {
	$arguments = array(
		'type'              => 'array',
		'default'           => DEFAULTS,
		'sanitize_callback' => __NAMESPACE__ . '\sanitize_settings',
	);
	register_setting( OPTION, OPTION, $arguments );
}
add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
