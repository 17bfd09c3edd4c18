// A real WordPress for the tests: Debian's files, a database of its own, and PHP's own web server, all in a folder
// that is removed in the end. With the folder of a WooCommerce in WOOCOMMERCE, and perhaps that of a newer WordPress in
// WORDPRESS and the name of a theme in THEME, the tests run in those.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isForShops } from '../../../xtask/js/imports.mjs';
import { freePort } from '../../ports.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../../..');
const { THEME = 'twentytwentythree', WOOCOMMERCE, WORDPRESS = '/usr/share/wordpress' } = process.env;
export const PLUGIN = 'product-pool-for-woocommerce';

/** Asks until something answers; the program that is to answer may end before. */
async function untilReady(program, ask) {
  for (;;) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended with ${program.exitCode}`);
    try {
      return await ask();
    } catch {
      await sleep(100);
    }
  }
}

async function startDatabase(folder) {
  const data = join(folder, 'database');
  const options = ['--no-defaults', `--datadir=${data}`, '--user=root'];
  const quiet = { stdio: ['ignore', 'ignore', 'pipe'] };
  execFileSync('mariadb-install-db', [...options, '--auth-root-authentication-method=normal', '--skip-test-db'], quiet);
  const socket = join(folder, 'db.sock');
  const fast = ['--skip-networking', '--skip-log-bin', '--innodb-flush-log-at-trx-commit=0'];
  const log = `--log-error=${join(folder, 'database.log')}`;
  const program = spawn('mariadbd', [...options, `--socket=${socket}`, log, ...fast], { stdio: 'ignore' });
  const run = (statement) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-N', '-e', statement], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  await untilReady(program, () => run('CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4'));
  return { socket, program, query: (statement) => run(`USE wordpress; ${statement}`).trim() };
}

const config = (socket, url) => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${url}' );
define( 'WP_SITEURL', '${url}' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', __DIR__ . '/debug.log' );
// Nothing but the gateway, on this machine, is requested.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;

/** Puts the plugin into the site, with the card's files if the package has been packed. */
async function installPlugin(site) {
  const plugin = join(site, 'wp-content/plugins', PLUGIN);
  await cp(join(ROOT, 'integrations/wordpress'), plugin, { recursive: true });
  await cp(join(ROOT, 'integrations/php/product-pool.php'), join(plugin, 'vendor/product-pool.php'));
  const dist = join(process.env.TARGET ?? join(ROOT, 'target'), 'package/dist');
  const filter = (path) => !/\.\w+$/.test(path) || isForShops(relative(dist, path));
  await cp(dist, join(plugin, 'element/0.1.0'), { recursive: true, filter }).catch(() => {});
}

/** WordPress with the plugin and the stand-in for WooCommerce, or a real one, without a configuration. */
export async function copySite(site) {
  // Debian's package links to files of others.
  execFileSync('cp', ['-rL', WORDPRESS, site]);
  await mkdir(join(site, 'wp-content/mu-plugins'), { recursive: true });
  for (const name of ['tests.php', ...(WOOCOMMERCE ? [] : ['woocommerce.php', 'templates'])]) {
    await cp(join(HERE, name), join(site, 'wp-content/mu-plugins', name), { recursive: true });
  }
  if (WOOCOMMERCE) await cp(WOOCOMMERCE, join(site, 'wp-content/plugins/woocommerce'), { recursive: true });
  await installPlugin(site);
  await rm(join(site, 'wp-config.php'), { force: true });
}

/** Starts WordPress with the plugin active and nothing configured; `ports` are those of gateways. */
export async function startSite({ ports }) {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-wordpress-'));
  const site = join(folder, 'site');
  await copySite(site);
  const database = await startDatabase(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(site, 'wp-config.php'), config(database.socket, url));
  const env = { ...process.env, SITE: site, TEST_PORTS: ports.join(','), PHP_CLI_SERVER_WORKERS: '4' };

  /** Runs PHP in WordPress and gives what it returns. */
  const php = (code) =>
    new Promise((done, fail) => {
      const child = execFile('php', [join(HERE, 'run.php')], { env, maxBuffer: 1 << 26 }, (error, out, err) => {
        if (error) fail(new Error(`${error.message}\n${out}${err}`));
        else done(JSON.parse(out.slice(out.lastIndexOf('\n') + 1)));
      });
      child.stdin.end(code);
    });
  execFileSync('php', [join(HERE, 'install.php')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (WOOCOMMERCE) await php(`activate_plugin( 'woocommerce/woocommerce.php' ); return null;`);
  await php(`activate_plugin( '${PLUGIN}/${PLUGIN}.php' ); switch_theme( '${THEME}' );
    update_option( 'permalink_structure', '/%postname%/' ); flush_rewrite_rules(); return null;`);

  // Other plugins set the separator of queries.
  const server = spawn(
    'php',
    ['-d', 'arg_separator.output=&amp;', '-S', `127.0.0.1:${port}`, '-t', site, join(HERE, 'router.php')],
    {
      env,
      stdio: 'ignore',
      detached: true,
    },
  );
  await untilReady(server, () => fetch(`${url}/readme.html`));
  return {
    url,
    folder: site,
    php,
    query: database.query,
    async end() {
      // With its workers.
      process.kill(-server.pid);
      database.program.kill();
      await once(database.program, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** A client with cookies, as a browser of one person. */
export function visitor(url) {
  const cookies = new Map();
  const request = async (path, { headers, ...options } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      redirect: 'manual',
      headers: { cookie, ...headers },
      ...options,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
      cookies.set(name, value);
    }
    return response;
  };
  return {
    request,
    text: async (path, options) => (await request(path, options)).text(),
    async logIn(name, password) {
      await request('/wp-login.php');
      const body = new URLSearchParams({ log: name, pwd: password, testcookie: '1' });
      return request('/wp-login.php', { method: 'POST', body });
    },
  };
}
