<?php
/**
 * The languages of cards, and those of the plugin's own words.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/** The languages that cards have words in, and the locale of the plugin's translation. English needs none. */
const LANGUAGES = array(
	'cy' => 'cy',
	'de' => 'de_DE',
	'en' => '',
	'es' => 'es_ES',
	'fr' => 'fr_FR',
	'it' => 'it_IT',
	'nl' => 'nl_NL',
	'pl' => 'pl_PL',
);

/**
 * The language of a locale, such as `de` of `de_AT`, `de-DE` or `de_DE_formal`.
 *
 * @param string $locale The locale, as WordPress, WPML and Polylang name them.
 */
function language_of( string $locale ): string {
	return strtolower( (string) strtok( $locale, '_-' ) );
}

/** The language of this page's cards: that of the site, or English where cards have no words in it. */
function language(): string {
	$language = language_of( determine_locale() );
	return 'en' !== $language && isset( LANGUAGES[ $language ] ) ? $language : 'en-GB';
}

/**
 * Lets each variety of a language, such as `de_AT`, have the plugin's words in that language.
 *
 * @param string $file   The file with the translation.
 * @param string $domain The text domain that it is for.
 */
function translation_file( $file, $domain ) {
	if ( 'product-pool-for-woocommerce' !== $domain || is_readable( $file ) ) {
		return $file;
	}
	$locale = LANGUAGES[ language_of( determine_locale() ) ] ?? '';
	return '' === $locale ? $file : plugin_dir_path( PLUGIN_FILE ) . "languages/$domain-$locale.mo";
}
add_filter( 'load_textdomain_mofile', __NAMESPACE__ . '\translation_file', 10, 2 );

/** Loads the translation that lies in the plugin's folder. */
function load_translation() {
	load_plugin_textdomain( 'product-pool-for-woocommerce', false, dirname( plugin_basename( PLUGIN_FILE ) ) . '/languages' );
}
add_action( 'init', __NAMESPACE__ . '\load_translation' );
