<?php
/**
 * What WordPress shows the site's owner: Site Health, and a text for the privacy policy.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the gateway to the tests of Site Health.
 *
 * @param array $tests The tests.
 */
function add_site_health_test( $tests ) {
	$tests['direct']['product_pool'] = array(
		'label' => __( 'Product information', 'product-pool-for-woocommerce' ),
		'test'  => __NAMESPACE__ . '\site_health',
	);
	return $tests;
}
add_filter( 'site_status_tests', __NAMESPACE__ . '\add_site_health_test' );

/** The result of the test. */
function site_health(): array {
	$problem = problem_of_gateway();
	$link    = sprintf( '<a href="%s">%s</a>', esc_url( settings_url() ), esc_html__( 'Settings of Product Pool', 'product-pool-for-woocommerce' ) );
	return array(
		'label'       => null === $problem
			? __( 'The gateway answers with product information', 'product-pool-for-woocommerce' )
			: __( 'The gateway does not answer with product information', 'product-pool-for-woocommerce' ),
		'status'      => null === $problem ? 'good' : ( '' === gateway() ? 'recommended' : 'critical' ),
		'badge'       => array(
			'label' => 'Product Pool',
			'color' => 'blue',
		),
		'description' => '<p>' . esc_html( $problem ?? __( 'Products with a GTIN show their cards.', 'product-pool-for-woocommerce' ) ) . '</p>',
		'actions'     => $link,
		'test'        => 'product_pool',
	);
}

/** Suggests a paragraph for the privacy policy. */
function suggest_privacy_text() {
	$words = __( 'Pages with product information load styles, pictures and newer information about the shown products from our product information server. As with any request, that server receives the visitor’s IP address and the kind of browser. It receives no cookie, and which allergens a visitor avoids never leaves the page.', 'product-pool-for-woocommerce' );
	wp_add_privacy_policy_content( 'Product Pool', wp_kses_post( wpautop( $words, false ) ) );
}
add_action( 'admin_init', __NAMESPACE__ . '\suggest_privacy_text' );
