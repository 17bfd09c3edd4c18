<?php
/**
 * Plugin Name:          Product Pool for WooCommerce
 * Description:          Shows a food's allergens, ingredients and nutrition exactly as its manufacturer declared them.
 * Version:              0.1.0
 * Requires at least:    6.1
 * Requires PHP:         7.4
 * License:              MIT
 * License URI:          https://opensource.org/licenses/MIT
 * Text Domain:          product-pool-for-woocommerce
 * Domain Path:          /languages
 * WC requires at least: 9.2
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/** Part of the keys of stored cards, so that each version draws its own. */
const VERSION = '0.1.0';

/** This file, from which WordPress knows the plugin. */
const PLUGIN_FILE = __FILE__;

require_once __DIR__ . '/includes/languages.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/lock.php';
require_once __DIR__ . '/includes/gateway.php';
require_once __DIR__ . '/includes/fragment.php';
require_once __DIR__ . '/includes/cards.php';
require_once __DIR__ . '/includes/view.php';
require_once __DIR__ . '/includes/gtin.php';
require_once __DIR__ . '/includes/placements.php';
require_once __DIR__ . '/includes/woocommerce.php';
require_once __DIR__ . '/includes/variations.php';
require_once __DIR__ . '/includes/check.php';
require_once __DIR__ . '/includes/settings-page.php';
require_once __DIR__ . '/includes/site-info.php';
