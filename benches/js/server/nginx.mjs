// nginx as a file server, with the settings that its manual recommends for speed.

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { freePort } from '../../../tests/ports.mjs';
import { Program } from './program.mjs';

const run = promisify(execFile);

/** Debian installs it outside of an ordinary user's PATH. */
const nginxProgram = () =>
  run('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v nginx']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );

/** nginx with this body as the file at `path`, plain and with gzip; undefined if it is not installed. */
export async function serveFile(folder, path, body) {
  const nginx = await nginxProgram();
  if (!nginx) return undefined;
  const file = join(folder, 'files', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
  await writeFile(`${file}.gz`, await promisify(gzip)(body));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // One worker, for the one core of the program under test.
  const configuration = `
    user root; daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    events { worker_connections 4096; }
    http {
      access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; gzip_static on;
      keepalive_requests 1000000000;
      open_file_cache max=1000 inactive=1h; open_file_cache_valid 1h;
      default_type application/json;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}/files; }
    }`;
  const settings = join(folder, 'nginx.conf');
  await writeFile(settings, configuration);
  return Program.start([nginx, '-p', folder, '-c', settings, '-e', join(folder, 'nginx.log')], { port });
}
