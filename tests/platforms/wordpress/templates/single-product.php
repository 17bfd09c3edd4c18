<?php
/** A product's page, as WooCommerce's templates print it. */
global $product;
the_post();
$product = wc_get_product( get_the_ID() );
?><!doctype html>
<html <?php language_attributes(); ?>>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title><?php the_title(); ?></title><?php wp_head(); ?></head>
<body <?php body_class(); ?>><main>
<div class="product"><h1><?php the_title(); ?></h1>
<?php do_action( 'woocommerce_before_single_product' ); ?>
<?php if ( $product->is_type( 'variable' ) ) : ?>
<form class="variations_form">
	<?php
	foreach ( $product->get_children() as $id ) {
		$variation = wc_get_product( $id );
		printf( '<button type="button" value="%d"%s>%s</button>', (int) $id, $variation->is_purchasable() ? '' : ' disabled', esc_html( $variation->get_name() ) );
	}
	?>
	<button type="button" value="">Clear</button>
	<input type="hidden" name="product_id" value="<?php echo (int) $product->get_id(); ?>">
	<input type="hidden" name="variation_id" value="0">
</form>
<script>
document.querySelector('.variations_form').onclick = ({ target, currentTarget }) => { currentTarget.elements.variation_id.value = target.value; };
</script>
<?php elseif ( $product->is_purchasable() ) : ?>
<button>Add to cart</button>
<?php endif; ?>
<?php
do_action( 'woocommerce_after_single_product_summary' );
$tabs = apply_filters( 'woocommerce_product_tabs', array() );
uasort( $tabs, fn( $one, $other ) => $one['priority'] <=> $other['priority'] );
foreach ( $tabs as $key => $tab ) {
	printf( '<div class="woocommerce-Tabs-panel" id="tab-%s" data-title="%s">', esc_attr( $key ), esc_attr( $tab['title'] ) );
	call_user_func( $tab['callback'], $key, $tab );
	echo '</div>';
}
the_content();
?>
</div></main>
<?php wp_footer(); ?>
</body></html>
