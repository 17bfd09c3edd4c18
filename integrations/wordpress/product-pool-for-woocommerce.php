<?php
/**
 * Plugin Name:          Product Pool for WooCommerce
 * Description:          Shows a food's allergens, ingredients and nutrition exactly as its manufacturer declared them.
 * Version:              0.1.0
 * Requires at least:    6.1
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * Author:               product-pool
 * Update URI:           false
 * License:              MIT
 * License URI:          https://opensource.org/licenses/MIT
 * Text Domain:          product-pool-for-woocommerce
 * Domain Path:          /languages
 * WC requires at least: 9.2
 * WC tested up to:      11.0
 *
 * @package Product_Pool
 */

namespace Product_Pool;

defined( 'ABSPATH' ) || exit;

/** The version, which names the folder of the card's script. */
const VERSION = '0.1.0';

/** This file, from which WordPress knows the plugin. */
const PLUGIN_FILE = __FILE__;

require_once __DIR__ . '/includes/languages.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/pool.php';
require_once __DIR__ . '/includes/view.php';
require_once __DIR__ . '/includes/gtin.php';
require_once __DIR__ . '/includes/placements.php';
require_once __DIR__ . '/includes/woocommerce.php';
require_once __DIR__ . '/includes/variations.php';
require_once __DIR__ . '/includes/states.php';
require_once __DIR__ . '/includes/recalls.php';
require_once __DIR__ . '/includes/product-list.php';
require_once __DIR__ . '/includes/emails.php';
require_once __DIR__ . '/includes/check.php';
require_once __DIR__ . '/includes/settings-page.php';
require_once __DIR__ . '/includes/site-info.php';
