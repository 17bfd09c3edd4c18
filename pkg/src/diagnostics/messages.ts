// The messages to developers, by cause: what is wrong, and what to do about it. A name in braces
// stands for a member of the fault. docs/messages.md has the same table, which
// tests/node/diagnostics.test.mjs checks.

const BASE_URL = 'Check the base URL, which is the address before /v2.';

export const WARNINGS: string[] = [
  'not-drawn',
  'not-used',
  'check-digit',
  'contrast',
  'no-language',
  'wasm-missing',
  'wasm-type',
  'token',
  'versions',
];

export const MESSAGES: Record<string, [what: string, remedy: string]> = {
  // The service cannot be reached.
  unreachable: [
    'The service at {baseUrl} cannot be reached.',
    "The browser says why beside this. For CORS, start the gateway with `--allow-origin {origin}`; for a Content-Security-Policy, add {service} to the page's connect-src; else check the base URL, that the service is running, and that its certificate is valid.",
  ],
  timeout: ['The service at {baseUrl} did not answer in time.', 'Check that it is running and not overloaded.'],
  'mixed-content': [
    'The base URL {baseUrl} is http, and browsers refuse that in a page with https.',
    'Use a base URL with https.',
  ],
  file: ['The page was opened as a file, which cannot send requests to {baseUrl}.', 'Open the page from a web server.'],
  credentials: [
    'The base URL {baseUrl} contains a user name or a password, which browsers refuse.',
    'Remove it; a token is a setting of its own.',
  ],
  'not-drawn': [
    'The gateway did not draw a card, so the browser draws it: {reason}.',
    'Use the base URL of a gateway of the same release, with --pages and --allow-origin.',
  ],
  'not-used': [
    'A card that the gateway drew cannot show more, because its record could not be requested: {reason}.',
    'The reader sees that card, and can try again.',
  ],
  // It answers something else than a product.
  'no-base-url': [
    "No base URL is set, or it is the page's own, {baseUrl}, which has no API.",
    'Set the address before /v2, by `configure({ baseUrl })` or the attribute base-url.',
  ],
  'invalid-response': ['The answer from {baseUrl} is not a product: {reason}.', BASE_URL],
  'token-missing': [
    'The service at {baseUrl} requires a token, and none was sent.',
    'Run a gateway, which adds the token, or set `configure({ baseUrl, token })`; the token is sent to that base URL only.',
  ],
  'token-refused': [
    'The service at {baseUrl} does not accept the token.',
    'Check that the token is complete, has not expired, and is one for this service.',
  ],
  'gtin-not-found': [
    'The service at {baseUrl} has no product with the GTIN {gtin}.',
    'This service finds products by the code on the case; the code of a single unit is found through a gateway as the base URL (product-pool-server serve --upstream), or with an index (buildGtinIndex).',
  ],
  'gtin-unknown': [
    'The service at {baseUrl} has no product with the GTIN {gtin}, neither on a case nor on a unit.',
    'Check the GTIN; a new product is found once the service has read the list of changes.',
  ],
  'id-not-found': [
    'The service at {baseUrl} has no product with the pool_id {productId}.',
    'Check product-id, and version if it is set.',
  ],
  'check-digit': [
    'The GTIN {gtin} has the wrong check digit: the last digit is {last}, but should be {right}.',
    'It is looked up nevertheless, because suppliers mistype their codes too.',
  ],
  'rate-limited': [
    'The service at {baseUrl} has received too many requests.',
    'Run a gateway, which caches its answers.',
  ],
  http: ['The service at {baseUrl} answered {status}: {reason}.', 'Look for the reason in the log of the service.'],
  after: [
    'The script auto.js does not know where the card is to be: after "{value}".',
    'Name an element of the page by a selector, such as auto.js?after=.product-summary.',
  ],
  'data-gtin': [
    'The structured data of this page has "{value}" as the GTIN of its product, so auto.js places no card.',
    'Correct it in the shop: a GTIN has 8, 12, 13 or 14 digits.',
  ],
  placeholder: [
    'The product "{value}" was requested, which a script or template left unfilled.',
    'Set gtin or product-id once there is a value.',
  ],
  argument: [
    'The product {product} was not requested: {reason}.',
    'Check the attributes of the element, and the base URL and the token.',
  ],
  failed: [
    'The request to {baseUrl} failed: {reason}.',
    'Check the base URL, the client if the page sets one, and that the whole package is served.',
  ],
  // The page names no product, or something that does not exist.
  'no-product': ['<{element}> has no product to show.', 'Set {attributes} or the {property}.'],
  fragment: [
    "The server of a card's fragment has refused its settings: {reason}.",
    'Correct the parameters in the address that the fragment is fetched from.',
  ],
  'not-a-product': [
    'What the page set on <{element}> is not a product.',
    "The {property} must be the service's answer or its `data`, as an object or as JSON.",
  ],
  value: ['<{element}> has {name}="{value}", which is not valid.', '{remedy}'],
  boolean: ['<{element}> has {name}="false", which switches it on.', 'Leave the attribute out to switch it off.'],
  attribute: ['<{element}> has no attribute {name}.', '{remedy}'],
  setting: ['There is no setting "{value}".', '{remedy}'],
  panel: ['There is no panel "{value}".', '{remedy}'],
  slot: ['<{element}> has no slot "{value}", so what is in it is not shown.', '{remedy}'],
  contrast: [
    'On <{element}> the page sets --product-pool-{name} and --product-pool-{other}, with a contrast of {value}:1.',
    'Text needs 4.5:1: set one of them alone, and the element chooses the other.',
  ],
  'no-language': [
    'There are no messages in the language "{value}", so they are in English.',
    'Set lang to one of en-GB, cy, de, es, fr, it, nl and pl, or `messages` in another language.',
  ],
  // The package's own files.
  'no-wasm': [
    'This browser has no WebAssembly, or it is off.',
    'Put a link to the specification into the element instead.',
  ],
  'wasm-blocked': [
    "The page's Content-Security-Policy does not allow WebAssembly.",
    "The page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src.",
  ],
  wasm: [
    "The {name}'s WebAssembly could not be loaded: {reason}.",
    'Serve the whole package: the folder wasm lies beside the scripts; a bundler must copy the .wasm files.',
  ],
  'wasm-missing': [
    'A .wasm file could not be loaded ({reason}), so a larger copy of it was.',
    "Serve the .wasm files of the package's folder dist/wasm; for bundlers see 'Where it runs' in its README.",
  ],
  'wasm-type': [
    '{url} is served as {value}, so it starts later than it could.',
    'Serve .wasm files as application/wasm.',
  ],
  language: [
    'The messages of the language {name} could not be loaded: {reason}.',
    "Serve the package's folder dist/lang.",
  ],
  stopped: [
    'The view of <{element}> has stopped: {reason}.',
    'This is a fault of product-pool: please report it, with the product.',
  ],
  unmount: ['A view could not be removed: {reason}.', 'This is a fault of product-pool: please report it.'],
  'json-ld': [
    'A product could not be described as JSON-LD: {reason}.',
    'Serve dist/label.js and dist/wasm/label_bg.wasm; a page with Trusted Types must allow the policy product-pool.',
  ],
  versions: [
    'This page has loaded more than one version of product-pool: {value}.',
    'Load all of its scripts from one place; until then they share their settings, but not their requests.',
  ],
  token: [
    'This page contains an API token, which every visitor can read.',
    'Run a gateway, which adds the token, and use it as `baseUrl`, or set `dangerouslyAllowBrowser: true`.',
  ],
};
