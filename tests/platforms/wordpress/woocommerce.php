<?php
/**
 * A stand-in for what the plugin uses of WooCommerce, in the shape that WooCommerce has it: products with a GTIN and
 * choices, the hooks of a product's page and of lists, and the description for search engines. It is a must-use plugin
 * of the tests' WordPress.
 */

defined( 'ABSPATH' ) || exit;

class WooCommerce {}

/** Who manages the shop; administrators may do that, too. */
add_filter( 'user_has_cap', fn( $has, $caps, $args, $user ) => $has + array_fill_keys( array_intersect( array( 'shop_manager', 'administrator' ), $user->roles ) ? array( 'manage_woocommerce' ) : array(), true ), 10, 4 );

class WC_Product {
	protected $id;

	public function __construct( $id ) {
		$this->id = (int) $id;
	}

	public function get_id() {
		return $this->id;
	}

	public function get_name() {
		return get_the_title( $this->id );
	}

	public function is_type( $type ) {
		return $type === ( $this->get_children() ? 'variable' : 'simple' );
	}

	/** The IDs of its variations. */
	public function get_children() {
		return get_posts(
			array(
				'post_type'   => 'product_variation',
				'post_parent' => $this->id,
				'fields'      => 'ids',
				'numberposts' => -1,
				'orderby'     => 'ID',
				'order'       => 'ASC',
			)
		);
	}

	public function get_global_unique_id( $context = 'view' ) {
		return (string) get_post_meta( $this->id, '_global_unique_id', true );
	}

	public function is_purchasable() {
		return apply_filters( 'woocommerce_is_purchasable', true, $this );
	}
}

class WC_Product_Variation extends WC_Product {
	public function is_type( $type ) {
		return 'variation' === $type;
	}

	public function get_children() {
		return array();
	}

	/** In the context `view`, that of the product if it has none. */
	public function get_global_unique_id( $context = 'view' ) {
		$own    = parent::get_global_unique_id( 'edit' );
		$parent = wp_get_post_parent_id( $this->id );
		return 'view' === $context && '' === $own ? (string) get_post_meta( $parent, '_global_unique_id', true ) : $own;
	}
}

function wc_get_product( $post ) {
	$post = get_post( $post );
	if ( ! $post ) {
		return false;
	}
	$classes = array(
		'product'           => 'WC_Product',
		'product_variation' => 'WC_Product_Variation',
	);
	$class   = $classes[ $post->post_type ] ?? null;
	return $class ? new $class( $post->ID ) : false;
}

add_action(
	'init',
	function () {
		register_post_type(
			'product',
			array(
				'public'      => true,
				'has_archive' => 'shop',
				'label'       => 'Products',
				'supports'    => array( 'title', 'editor', 'custom-fields' ),
			)
		);
		register_post_type( 'product_variation', array( 'public' => false ) );
		add_role( 'shop_manager', 'Shop manager', array( 'read' => true, 'edit_posts' => true ) );
	}
);

/** The page of a product, and that of all products: what WooCommerce's templates print around the hooks. */
add_filter(
	'template_include',
	function ( $template ) {
		if ( is_singular( 'product' ) ) {
			return __DIR__ . '/templates/single-product.php';
		}
		return is_post_type_archive( 'product' ) ? __DIR__ . '/templates/archive-product.php' : $template;
	}
);

add_action(
	'wp_enqueue_scripts',
	function () {
		wp_enqueue_script( 'jquery' );
	}
);

add_action(
	'wp_footer',
	function () {
		if ( ! is_singular( 'product' ) ) {
			return;
		}
		$product = wc_get_product( get_queried_object_id() );
		$markup  = array(
			'@context' => 'https://schema.org/',
			'@type'    => 'Product',
			'name'     => $product->get_name(),
			'gtin'     => $product->get_global_unique_id(),
			'offers'   => array(
				array(
					'@type' => 'Offer',
					'price' => '2.50',
				),
			),
		);
		$markup  = apply_filters( 'woocommerce_structured_data_product', $markup, $product );
		echo '<script type="application/ld+json">' . _wp_specialchars( wp_json_encode( $markup ), ENT_NOQUOTES, 'UTF-8', true ) . '</script>';
	}
);
