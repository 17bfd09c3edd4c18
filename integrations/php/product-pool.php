<?php

/**
 * Product information in any page that PHP prints: allergens, ingredients and nutrition of a food, as its manufacturer
 * declared them. One file, without dependencies, for PHP 7.4 and newer with the extension curl.
 *
 *     require 'product-pool.php';
 *     $pool = new ProductPool('https://products.shop.example', '/var/cache/product-pool');
 *
 *     echo $pool->card('09520000000004', ['lang' => 'en-GB', 'heading-level' => '3']);
 *     echo $pool->script(); // once, at the end of the page
 *
 * The gateway draws the card. It is kept in the folder for as long as the gateway says, and shown for a day at most while
 * the gateway fails, with a notice. One of all requests to your site waits for the gateway, and none for more than 3
 * seconds in all. Where there is no card, an element requests it in the visitor's browser. After a recall:
 *
 *     $pool->forget(['09520000000004']);
 *
 * License: MIT OR Apache-2.0
 */
final class ProductPool
{
    /** For how many seconds a card is shown that could not be checked any more. */
    private const LAST_GOOD = 86400;

    /** For how many seconds it is remembered that there is no such product, or that its settings are refused. */
    private const MISSING = 600;

    /** For how many seconds nothing is requested after a failure. */
    private const PAUSE = 10;

    /** For how many seconds at most, whatever the gateway asks. */
    private const LONGEST_PAUSE = 300;

    /** After so many failures of the gateway in a row, no card is requested for a while. */
    private const FAILURES = 3;

    /** The longest answer in bytes. */
    private const MAX_LENGTH = 4194304;

    /** The settings of a card, in the order in which caches know them. */
    private const SETTINGS = ['lang', 'variant', 'panels', 'heading-level', 'avoid', 'theme', 'density', 'json-ld'];

    private const BEGIN = '<product-pool-card ';
    private const END = '</product-pool-card>';

    /** The words of a page, which can be replaced by those of another language. */
    public array $words = [
        'missing' => 'The product information is not here. Check the label for allergens.',
        'old' => 'This information could not be checked since %s and may be out of date. Check the label.',
    ];

    /** @var callable(int): string Writes a time. */
    public $date;

    /** How many seconds a page may wait, whatever it shows. */
    public float $patience = 3.0;

    /** @var callable(string, string, float): array{int, array<string, string>, string} */
    private $request;
    private string $gateway;
    private string $folder;
    private float $waited = 0.0;

    /** What this page has found already. */
    private array $found = [];

    /**
     * @param string        $gateway The address of the gateway, which runs with --pages and --base-url.
     * @param string        $folder  A folder that PHP may write to or make, and that the web server does not serve.
     * @param callable|null $request Requests the card at a path, given an ETag and a time limit in seconds, in place of
     *                               curl: the status, 0 if there was none; the headers by names in lower case; the body.
     */
    public function __construct(string $gateway, string $folder, ?callable $request = null)
    {
        if (!preg_match('#^https?://[^/?\#@\s]+(/[^?\#\s]*)?$#D', $gateway)) {
            throw new InvalidArgumentException("The gateway's address must be like https://products.shop.example, not \"$gateway\".");
        }
        if ($request === null && !function_exists('curl_init')) {
            throw new RuntimeException('product-pool.php needs the extension curl, which this PHP does not have: install php-curl.');
        }
        // A folder may vanish, or a disk become read-only, under a shop that was right: its pages stay, and their cards are
        // requested in the browser.
        if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder) || !is_writable($folder)) {
            trigger_error("The folder for cards cannot be made, or PHP may not write to it: \"$folder\".", E_USER_WARNING);
        }
        $this->gateway = rtrim($gateway, '/');
        $this->folder = rtrim($folder, '/');
        $this->request = $request ?? [$this, 'request'];
        $this->date = fn (int $time): string => date('Y-m-d H:i', $time);
    }

    /**
     * The digits of a GTIN, or '' if the text is none.
     *
     * @param string $text What was typed or pasted, with spaces, hyphens and what is invisible, of all kinds.
     */
    public static function digits(string $text): string
    {
        $digits = (string) preg_replace('/[\s\p{Z}\p{Pd}\p{Cf}]+/u', '', $text);
        return preg_match('/^\d{8,14}$/D', $digits) ? $digits : '';
    }

    /**
     * Whether the last of a GTIN's digits, by which mistyped ones are found, fits the others. Suppliers mistype theirs,
     * too, so the gateway decides whether a product has it.
     */
    public static function isChecked(string $digits): bool
    {
        $sum = 0;
        foreach (str_split(strrev($digits)) as $place => $digit) {
            $sum += (int) $digit * ($place % 2 === 1 ? 3 : 1);
        }
        return $sum > 0 && $sum % 10 === 0;
    }

    /**
     * The card as HTML; '' if the gateway has no such product, or the text is no GTIN.
     *
     * @param string                $gtin     The GTIN, also with spaces or hyphens.
     * @param array<string, string> $settings `lang`, `variant`, `panels`, `heading-level` and the like: the settings of
     *                                        a fragment (docs/server-rendering.md).
     */
    public function card(string $gtin, array $settings = []): string
    {
        $card = $this->find($gtin, $settings);
        if (isset($card['problem'])) {
            trigger_error("The card of \"$gtin\": {$card['problem']}", E_USER_WARNING);
        }
        return $this->html($card, self::digits($gtin), $settings);
    }

    /** What find() has found as HTML. */
    public function html(array $card, string $gtin, array $settings): string
    {
        if ($card['state'] === 'invalid' || $card['state'] === 'missing') {
            return '';
        }
        if ($card['state'] === 'unknown') {
            return $this->element($gtin, $settings);
        }
        return ($card['state'] === 'old' ? $this->notice($card['checked']) : '') . $card['html'];
    }

    /**
     * What is known of a card:
     *
     * - `state`: `fresh`; `old` if it could not be checked since `checked`; `missing` if the gateway has no such product,
     *   or `invalid` if that is no GTIN; `unknown` if there is no card to show.
     * - `html`, and `properties` for search engines (with the setting `json-ld`).
     * - `checked`: when the gateway last confirmed it.
     * - `problem`: what is wrong with the GTIN or the settings, for developers.
     */
    public function find(string $gtin, array $settings = []): array
    {
        $digits = self::digits($gtin);
        if ($digits === '') {
            return ['state' => 'invalid'];
        }
        $unknown = array_diff(array_keys($settings), self::SETTINGS);
        if ($unknown !== []) {
            throw new InvalidArgumentException('A card has no setting "' . reset($unknown) . '", only: ' . implode(', ', self::SETTINGS) . '.');
        }
        $query = '?' . http_build_query($this->ordered($settings), '', '&');
        $kept = $this->found[$digits . $query] ?? $this->kept($digits, $query);
        $this->found[$digits . $query] = $kept;
        if (isset($kept['html']) && $kept['checked'] + self::LAST_GOOD <= time()) {
            unset($kept['html']);
        }
        $isKnown = isset($kept['html']) || in_array($kept['state'] ?? '', ['missing', 'invalid'], true);
        return $isKnown ? $kept : ['state' => 'unknown'] + $kept;
    }

    /**
     * Forgets what is kept of products, such as after a recall; without GTINs, of all.
     *
     * @param string[] $gtins GTINs of digits alone.
     */
    public function forget(array $gtins = []): void
    {
        $this->found = [];
        $names = array_map(fn (string $gtin): string => str_pad($gtin, 14, '0', STR_PAD_LEFT), $gtins) ?: [str_repeat('[0-9]', 14)];
        foreach ($names as $name) {
            foreach (glob("$this->folder/$name-*") ?: [] as $file) {
                // What is being requested now has a lock alone, and will not be kept.
                $this->write(preg_replace('/(-[0-9a-f]{64})\..*$/D', '$1.json', $file), ['forgotten' => microtime(true)]);
            }
        }
    }

    /** The script of the element, once for each page. It follows recalls while the page stays open. */
    public function script(): string
    {
        return '<script type="module" src="' . $this->escape($this->gateway) . '/card.js"></script>';
    }

    /** One address for each card. */
    private function ordered(array $settings): array
    {
        return array_filter(array_replace(array_fill_keys(self::SETTINGS, ''), ['lang' => 'en-GB'], $settings));
    }

    /** A card from the folder, or else from the gateway. */
    private function kept(string $gtin, string $query): array
    {
        $path = "/card/gtin/$gtin$query";
        $name = "$this->folder/" . str_pad($gtin, 14, '0', STR_PAD_LEFT) . '-' . hash('sha256', $this->gateway . $path);
        $kept = $this->read("$name.json");
        $now = time();
        // What is from a time that lies ahead, because the clock was put back, says nothing.
        if (($kept['checked'] ?? 0) > $now + self::PAUSE) {
            $kept = [];
        }
        if (($kept['until'] ?? 0) > $now) {
            return $kept;
        }
        $old = ['state' => 'old'] + $kept;
        if ($this->isPause($kept, $now) || $this->patience - $this->waited < 1) {
            return $old;
        }
        $failing = $this->read("$this->folder/failing.json");
        $isFailing = ($failing['count'] ?? 0) >= self::FAILURES;
        if ($isFailing && $this->isPause($failing, $now)) {
            return $old;
        }
        // The first to have the lock asks; the others do not wait. While the gateway fails, one of all cards is requested.
        $locks = [@fopen("$name.lock", 'c'), $isFailing ? @fopen("$this->folder/failing.lock", 'c') : null];
        foreach ($locks as $lock) {
            if ($lock === false || $lock !== null && !flock($lock, LOCK_EX | LOCK_NB)) {
                return $old;
            }
        }
        // Closing them, at the latest when this function ends, releases them.
        return $this->refresh("$name.json", $path, $kept) ?? $old;
    }

    /** Whether a failure of the gateway, or of a card, holds for a while. */
    private function isPause(array $kept, int $now): bool
    {
        $again = $kept['again'] ?? 0;
        return $again > $now && $again <= $now + self::LONGEST_PAUSE;
    }

    /** Requests a card and keeps it; null if the gateway could not answer. */
    private function refresh(string $file, string $path, array $kept): ?array
    {
        $begun = microtime(true);
        [$status, $headers, $body] = ($this->request)($path, $kept['etag'] ?? '', $this->patience - $this->waited);
        $this->waited += microtime(true) - $begun;
        $card = $this->readCard($status, $headers, $body, $kept);
        $this->note($card === null && ($status < 400 || $status >= 500 || $status === 429), $status === 429 ? (int) ($headers['retry-after'] ?? 1) : 0);
        if (($this->read($file)['forgotten'] ?? 0) >= $begun) {
            return null;
        }
        if ($card === null) {
            $again = time() + max(self::PAUSE, min((int) ($headers['retry-after'] ?? 0), self::LONGEST_PAUSE));
            $this->write($file, ['again' => $again] + $kept);
            return null;
        }
        $this->write($file, $card);
        $this->clean();
        return $card;
    }

    /** The card in an answer; null if it is not one of a gateway that could answer. */
    private function readCard(int $status, array $headers, string $body, array $kept): ?array
    {
        $now = time();
        $tag = strncmp($body, self::BEGIN, strlen(self::BEGIN)) === 0 ? (string) strstr($body, '>', true) : '';
        $end = strrpos($body, self::END);
        // A fragment says what is missing; other pages with this status are not the gateway's.
        $times = ['until' => $now + self::MISSING, 'checked' => $now];
        if (strpos($tag, ' data-failed="bad-gtin"') !== false) {
            return ['state' => 'invalid', 'problem' => 'its GTIN was mistyped: the last digit does not fit the others.'] + $times;
        }
        if (($status === 404 || $status === 410) && $tag !== '') {
            return ['state' => 'missing'] + $times;
        }
        if ($status === 400 && preg_match('/ data-problem="([^"]*)"/', $tag, $found)) {
            $problem = html_entity_decode($found[1], ENT_QUOTES | ENT_HTML5, 'UTF-8');
            return ['state' => 'unknown', 'problem' => $problem] + $times;
        }
        // Without an address of its own, its styles would be looked for in the shop.
        if ($status === 200 && $end !== false && strpos($tag, ' base-url="') !== false) {
            $end += strlen(self::END);
            $card = ['html' => substr($body, 0, $end), 'properties' => $this->properties(substr($body, $end))];
        } elseif ($status === 304 && isset($kept['html'])) {
            $card = $kept;
        } else {
            return null;
        }
        // Search engines get nothing that the gateway itself could not check.
        if (($headers['x-product-pool-stale'] ?? '') !== '') {
            $card['properties'] = [];
        }
        unset($card['again']);
        // Not its s-maxage, which is for caches that can be purged after a recall.
        $isFound = preg_match('/(?:^|[\s,])max-age=(\d{1,9})/i', $headers['cache-control'] ?? '', $found);
        $fresh = $isFound ? $found[1] - (int) ($headers['age'] ?? 0) : 0;
        $times = ['until' => $now + max(5, min($fresh, self::LAST_GOOD)), 'checked' => $now];
        return ['state' => 'fresh', 'etag' => $headers['etag'] ?? $kept['etag'] ?? ''] + $times + $card;
    }

    /** The product's properties for search engines, from the script with JSON-LD that follows the element. */
    private function properties(string $script): array
    {
        $json = strstr(substr((string) strstr($script, '>'), 1), '</script>', true);
        $properties = json_decode((string) $json, true)['additionalProperty'] ?? null;
        return is_array($properties) ? array_values(array_filter($properties, 'is_array')) : [];
    }

    /**
     * Notes how a request went. Pauses become longer, up to the longest.
     *
     * @param int $pause For how many seconds the gateway asks not to be requested.
     */
    private function note(bool $failed, int $pause): void
    {
        $file = "$this->folder/failing.json";
        if (!$failed) {
            if (is_file($file)) {
                @unlink($file);
            }
            return;
        }
        $count = max(($this->read($file)['count'] ?? 0) + 1, $pause > 0 ? self::FAILURES : 0);
        $pause = max($pause, self::PAUSE * 2 ** max(0, min($count - self::FAILURES, 5)));
        $this->write($file, ['count' => $count, 'again' => time() + min($pause, self::LONGEST_PAUSE)]);
    }

    /** Requests a path by curl. */
    private function request(string $path, string $etag, float $seconds): array
    {
        $headers = [];
        $body = '';
        $request = curl_init($this->gateway . $path);
        curl_setopt_array($request, [
            CURLOPT_TIMEOUT_MS => (int) (1000 * $seconds),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_ENCODING => '',
            CURLOPT_HTTPHEADER => $etag === '' ? [] : ["If-None-Match: $etag"],
            CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                // An interim answer, such as 103, has headers of its own.
                if (strncmp($line, 'HTTP/', 5) === 0) {
                    $headers = [];
                }
                $name = strtolower(trim($name));
                // A proxy may have added a second line, which continues the first.
                $headers[$name] = ltrim(($headers[$name] ?? '') . ', ' . trim($value), ', ');
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function ($request, string $bytes) use (&$body): int {
                $body .= $bytes;
                return strlen($body) > self::MAX_LENGTH ? 0 : strlen($bytes);
            },
        ]);
        $isWhole = curl_exec($request) === true;
        $status = (int) curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        unset($request);
        return $isWhole ? [$status, $headers, $body] : [0, [], ''];
    }

    /** An element without a card, which requests it in the browser. */
    public function element(string $gtin, array $settings): string
    {
        $attributes = ['gtin' => $gtin, 'base-url' => $this->gateway, 'rendering' => 'gateway'] + $this->ordered($settings);
        // It has no JSON-LD; and a script may set the GTIN.
        unset($attributes['json-ld']);
        $html = '<product-pool-card';
        foreach (array_filter($attributes) as $name => $value) {
            $html .= " $name=\"" . $this->escape($value) . '"';
        }
        return "$html><p>" . $this->escape($this->words['missing']) . '</p>' . self::END;
    }

    private function notice(int $checked): string
    {
        $words = sprintf($this->words['old'], ($this->date)($checked));
        return '<p class="product-pool-notice"><strong>' . $this->escape($words) . '</strong></p>';
    }

    private function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }

    private function read(string $file): array
    {
        // Another request may remove it at any time.
        $text = is_file($file) ? (string) @file_get_contents($file) : '';
        if ($text !== '' && $text[0] !== '{' && function_exists('gzuncompress')) {
            $text = (string) @gzuncompress($text);
        }
        $kept = json_decode($text, true);
        return is_array($kept) ? $kept : [];
    }

    /** Writes a file whole or not at all: others read it meanwhile. With zlib a card has a fifth of its length. */
    private function write(string $file, array $kept): void
    {
        $text = (string) json_encode($kept, JSON_INVALID_UTF8_SUBSTITUTE);
        $temporary = $file . '.' . getmypid();
        if (@file_put_contents($temporary, function_exists('gzcompress') ? gzcompress($text) : $text) !== false) {
            @rename($temporary, $file);
        }
    }

    /** Removes, once a day, what was not requested for two days. */
    private function clean(): void
    {
        $mark = "$this->folder/cleaned";
        $oldest = time() - 2 * self::LAST_GOOD;
        if (is_file($mark) && @filemtime($mark) > time() - self::LAST_GOOD || !@touch($mark)) {
            return;
        }
        foreach (@scandir($this->folder) ?: [] as $name) {
            if (preg_match('/^\d{14}-[0-9a-f]{64}\./', $name) && @filemtime("$this->folder/$name") < $oldest) {
                @unlink("$this->folder/$name");
            }
        }
    }
}
