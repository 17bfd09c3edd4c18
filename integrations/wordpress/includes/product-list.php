<?php
/**
 * What the owner sees of the products' states: a column and a filter in WooCommerce's list, the numbers of each under
 * Products, and a box in the product's editor. Lists request nothing.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

use WP_Post;
use WP_Query;

defined( 'ABSPATH' ) || exit;

/** The parameter of the filter. Of products that were not checked yet it is `unchecked`. */
const FILTER = 'product_pool_state';

/**
 * Adds the column.
 *
 * @param array $columns The columns.
 */
function add_state_column( $columns ) {
	return array_merge( (array) $columns, array( 'product_pool' => 'Product Pool' ) );
}
// After WooCommerce, which makes its columns anew.
add_filter( 'manage_edit-product_columns', __NAMESPACE__ . '\add_state_column', 20 );

/** Prints the width of the column, which is not that of its longest word. */
function print_column_style() {
	echo '<style>.fixed .column-product_pool{inline-size:9.5em}</style>';
}
add_action( 'admin_head-edit.php', __NAMESPACE__ . '\print_column_style' );

/**
 * Prints a cell of the column: the state, and a link to what the gateway shows.
 *
 * @param string $column The name of the column.
 * @param int    $id     The product.
 */
function print_state( $column, $id ) {
	if ( 'product_pool' !== $column ) {
		return;
	}
	$state = (string) get_post_meta( $id, STATE, true );
	$gtin  = (string) get_post_meta( $id, NOTED_GTIN, true );
	// What to do stands on the page with the numbers.
	$words = esc_html( strtok( state_words()[ $state ] ?? $state, ':' ) );
	if ( in_array( $state, RECALLED, true ) ) {
		$words = "<strong>$words</strong>";
	}
	if ( '' !== $gtin && '' !== gateway() ) {
		$words .= sprintf( '<br><a href="%s">%s</a>', esc_url( gateway() . '/p/' . $gtin ), esc_html( $gtin ) );
	}
	echo $words; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped above.
}
add_action( 'manage_product_posts_custom_column', __NAMESPACE__ . '\print_state', 10, 2 );

/**
 * Prints the filter.
 *
 * @param string $post_type The kind of posts in the list.
 */
function print_state_filter( $post_type ) {
	if ( 'product' !== $post_type ) {
		return;
	}
	$chosen = chosen_state();
	echo '<select name="' . esc_attr( FILTER ) . '"><option value="">Product Pool</option>';
	foreach ( state_words() as $state => $words ) {
		$value = '' === $state ? 'unchecked' : $state;
		printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( $chosen, $value, false ), esc_html( strtok( $words, ':' ) ) );
	}
	echo '</select>';
}
add_action( 'restrict_manage_posts', __NAMESPACE__ . '\print_state_filter' );

/** The state that was chosen in the filter, or ''. */
function chosen_state(): string {
	return isset( $_GET[ FILTER ] ) && is_string( $_GET[ FILTER ] ) ? sanitize_key( $_GET[ FILTER ] ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
}

/**
 * Limits the list to the chosen state.
 *
 * @param WP_Query $query The query of the list.
 */
function filter_by_state( $query ) {
	$state = chosen_state();
	if ( '' === $state || ! is_admin() || ! $query->is_main_query() || 'product' !== $query->get( 'post_type' ) ) {
		return;
	}
	$wanted   = 'unchecked' === $state
		? array(
			'key'     => STATE,
			'compare' => 'NOT EXISTS',
		)
		: array(
			'key'   => STATE,
			'value' => $state,
		);
	$others   = $query->get( 'meta_query' );
	$others   = is_array( $others ) ? $others : array();
	$others[] = $wanted;
	$query->set( 'meta_query', $others );
}
add_action( 'pre_get_posts', __NAMESPACE__ . '\filter_by_state' );

/** Adds the page with the numbers under Products. */
function add_states_page() {
	$title = __( 'Allergens and ingredients', 'product-pool-for-woocommerce' );
	add_submenu_page( 'edit.php?post_type=product', $title, $title, capability(), 'product-pool-states', __NAMESPACE__ . '\print_states_page' );
}
add_action( 'admin_menu', __NAMESPACE__ . '\add_states_page', 20 );

/** How many published products have each state. */
function count_states(): array {
	global $wpdb;
	$query = "SELECT COALESCE(m.meta_value, '') AS state, COUNT(*) AS number FROM $wpdb->posts p
		LEFT JOIN $wpdb->postmeta m ON m.post_id = p.ID AND m.meta_key = %s
		WHERE p.post_type = 'product' AND p.post_status = 'publish' GROUP BY state";
	return array_column( $wpdb->get_results( $wpdb->prepare( $query, STATE ), ARRAY_A ), 'number', 'state' ); // phpcs:ignore WordPress.DB
}

/** Prints the page: each state that products have, with a link to them. */
function print_states_page() {
	$counts = count_states();
	printf( '<div class="wrap"><h1>%s</h1>', esc_html__( 'Allergens and ingredients', 'product-pool-for-woocommerce' ) );
	print_check();
	echo '<table class="widefat striped" style="max-inline-size:60em"><tbody>';
	foreach ( state_words() as $state => $words ) {
		if ( ! isset( $counts[ $state ] ) ) {
			continue;
		}
		$url  = add_query_arg( FILTER, '' === $state ? 'unchecked' : $state, admin_url( 'edit.php?post_type=product' ) );
		$name = in_array( $state, RECALLED, true ) ? '<strong>' . esc_html( $words ) . '</strong>' : esc_html( $words );
		printf( '<tr><td style="inline-size:5em;text-align:end"><a href="%s">%d</a></td><td>%s</td></tr>', esc_url( $url ), (int) $counts[ $state ], $name ); // phpcs:ignore WordPress.Security.EscapeOutput
	}
	printf( '</tbody></table><p><a href="%s">%s</a></p></div>', esc_url( settings_url() ), esc_html__( 'Settings of Product Pool', 'product-pool-for-woocommerce' ) );
}

/** Adds the box to the product's editor. */
function add_editor_box() {
	add_meta_box( 'product-pool', __( 'Allergens and ingredients', 'product-pool-for-woocommerce' ), __NAMESPACE__ . '\print_editor_box', 'product', 'side' );
}
add_action( 'add_meta_boxes_product', __NAMESPACE__ . '\add_editor_box' );

/**
 * Prints the box: what the shop shows of the product as it was last saved.
 *
 * @param WP_Post $post The product.
 */
function print_editor_box( $post ) {
	$product = wc_get_product( $post->ID );
	if ( '' === gateway() || ! is_object( $product ) ) {
		echo why_no_card( '' ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
		return;
	}
	check_product( $product );
	$is_choice = choices_have_own_gtins( $product );
	if ( ! $is_choice && $product->is_type( 'variable' ) && '' !== gtin_of( $product ) ) {
		echo '<p>' . esc_html__( 'Only the product has a GTIN, and none of its variations: each of them shows the same card. Enter the GTINs of variations that differ.', 'product-pool-for-woocommerce' ) . '</p>';
	}
	foreach ( $is_choice ? array_map( 'wc_get_product', $product->get_children() ) : array( $product ) as $one ) {
		echo '<p>' . ( $is_choice ? '<strong>' . esc_html( $one->get_name() ) . '</strong><br>' : '' );
		print_state( 'product_pool', $one->get_id() );
		echo '</p>';
		if ( ! $is_choice ) {
			echo badges_html( gtin_of( $one ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- see card_html().
		}
	}
}
