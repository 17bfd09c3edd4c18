<?php
/**
 * The gateway's fragments of HTML.
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/** How a fragment begins, and how its element ends. */
const FRAGMENT_BEGIN = '<product-pool-card ';
const FRAGMENT_END   = '</product-pool-card>';

/**
 * The element and its JSON-LD from a fragment; null if it is not a whole fragment of a gateway that knows its own
 * address. A proxy may have answered in the gateway's place, or the answer may have been cut off.
 *
 * The element is printed as it is: the gateway escapes what suppliers write, and also the characters on which
 * shortcodes, wptexturize() and convert_smilies() act.
 *
 * @param string $body The answer.
 */
function read_fragment( string $body ): ?array {
	$end = strrpos( $body, FRAGMENT_END );
	if ( 0 !== strpos( $body, FRAGMENT_BEGIN ) || false === $end ) {
		return null;
	}
	$end    += strlen( FRAGMENT_END );
	$element = substr( $body, 0, $end );
	$tag     = substr( $element, 0, (int) strpos( $element, '>' ) );
	// Without an address of its own, its styles would be looked for in the shop.
	if ( false === strpos( $tag, ' base-url="' ) ) {
		return null;
	}
	return array(
		'html'       => $element,
		'properties' => read_properties( substr( $body, $end ) ),
	);
}

/**
 * The product's properties for search engines, from what follows the element.
 *
 * @param string $rest A script with JSON-LD, or nothing.
 */
function read_properties( string $rest ): array {
	$begin = strpos( $rest, '>' );
	$end   = strrpos( $rest, '</script>' );
	if ( false === $begin || false === $end ) {
		return array();
	}
	$description = json_decode( substr( $rest, $begin + 1, $end - $begin - 1 ), true );
	$properties  = is_array( $description ) ? ( $description['additionalProperty'] ?? array() ) : array();
	return is_array( $properties ) ? array_values( array_filter( $properties, 'is_array' ) ) : array();
}
