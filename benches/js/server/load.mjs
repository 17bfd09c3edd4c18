// Load by oha, as numbers.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { besides } from './program.mjs';

const run = promisify(execFile);
const { OHA = 'oha', FOLDER } = process.env;
/** Concurrent requests, one at a time on each connection. */
export const CONNECTIONS = 64;

/**
 * Sends requests to `urls` in random order for so many seconds: as many as are answered, or `rate` a
 * second. At a rate, a request's time is measured from when it was due, whether or not a connection
 * was free, so that a stall counts for every request that waited.
 *
 * @returns requests a second, how many were answered, and quantiles of the time in ms
 */
export async function load(urls, { seconds, rate, headers = {} }) {
  const options = ['-z', `${seconds}s`, '-c', `${CONNECTIONS}`, '--no-tui', '--output-format', 'json'];
  if (rate) options.push('-q', `${Math.round(rate)}`, '--latency-correction');
  for (const [name, value] of Object.entries(headers)) options.push('-H', `${name}: ${value}`);
  if (urls.length > 1) {
    const list = join(FOLDER, 'urls.txt');
    await writeFile(list, urls.join('\n'));
    options.push('--urls-from-file', list);
  } else {
    options.push(urls[0]);
  }
  const [program, ...all] = besides(OHA, ...options);
  const { stdout } = await run(program, all, { maxBuffer: 1 << 26 });
  const { summary, latencyPercentiles, statusCodeDistribution, errorDistribution } = JSON.parse(stdout);
  const { 200: answers = 0, ...refused } = statusCodeDistribution;
  // What is on its way when the time is over is no failure.
  const { 'aborted due to deadline': _, ...errors } = errorDistribution;
  const failures = [...Object.values(refused), ...Object.values(errors)].reduce((sum, count) => sum + count, 0);
  if (failures) throw new Error(`${failures} of ${failures + answers} requests failed: ${urls[0]} …`);
  return {
    rate: summary.requestsPerSec,
    answers,
    p50: latencyPercentiles.p50 * 1000,
    p99: latencyPercentiles.p99 * 1000,
  };
}
