<?php
/** The page of all products, as WooCommerce's templates print it. */
global $product;
?><!doctype html>
<html <?php language_attributes(); ?>>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><?php wp_head(); ?></head>
<body <?php body_class(); ?>><main><h1>Shop</h1><ul class="products">
<?php
while ( have_posts() ) {
	the_post();
	$product = wc_get_product( get_the_ID() );
	printf( '<li data-product="%s"><a href="%s">%s</a>', esc_attr( get_the_title() ), esc_url( get_permalink() ), esc_html( get_the_title() ) );
	do_action( 'woocommerce_after_shop_loop_item' );
	echo '</li>';
}
?>
</ul></main><?php wp_footer(); ?></body></html>
