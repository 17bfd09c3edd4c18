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
 * seconds in all. Where there is no card, an element requests it in the visitor's browser.
 *
 * License: MIT OR Apache-2.0
 */
final class ProductPool
{
    /** For how many seconds a card is shown that could not be checked any more. */
    private const LAST_GOOD = 86400;

    /** For how many seconds it is remembered that there is no such product. */
    private const MISSING = 600;

    /** For how many seconds nothing is requested after a failure. */
    private const PAUSE = 10;

    /** For how many seconds at most, whatever the gateway asks. */
    private const LONGEST_PAUSE = 300;

    /** How many seconds a page may wait, whatever it shows. */
    private const PATIENCE = 3.0;

    /** The longest answer in bytes. */
    private const MAX_LENGTH = 4194304;

    /** The settings of a card, in the order in which caches know them. */
    private const SETTINGS = ['lang', 'variant', 'panels', 'heading-level', 'avoid', 'theme', 'density'];

    private const BEGIN = '<product-pool-card ';
    private const END = '</product-pool-card>';

    /** The words of a page, which can be replaced by those of another language. */
    public array $words = [
        'missing' => 'The product information is not here. Check the label for allergens.',
        'old' => 'This information could not be checked since %s and may be out of date. Check the label.',
    ];

    private string $gateway;
    private string $folder;
    private float $waited = 0.0;

    /**
     * @param string $gateway The address of the gateway, which runs with --pages and --base-url.
     * @param string $folder  A folder that PHP may write to or make, and that the web server does not serve.
     */
    public function __construct(string $gateway, string $folder)
    {
        if (!preg_match('#^https?://[^/?\#@\s]+(/[^?\#\s]*)?$#D', $gateway)) {
            throw new InvalidArgumentException("The gateway's address must be like https://products.shop.example, not \"$gateway\".");
        }
        if (!function_exists('curl_init')) {
            throw new RuntimeException('product-pool.php needs the extension curl, which this PHP does not have: install php-curl.');
        }
        // A folder may vanish, or a disk become read-only, under a shop that was right: its pages stay, and their cards are
        // requested in the browser.
        if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder) || !is_writable($folder)) {
            trigger_error("The folder for cards cannot be made, or PHP may not write to it: \"$folder\".", E_USER_WARNING);
        }
        $this->gateway = rtrim($gateway, '/');
        $this->folder = rtrim($folder, '/');
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
        // Spaces, hyphens and what is invisible, of all kinds: numbers are pasted from texts.
        $gtin = (string) preg_replace('/[\s\p{Z}\p{Pd}\p{Cf}]+/u', '', $gtin);
        if (!preg_match('/^\d{8,14}$/', $gtin)) {
            return '';
        }
        $unknown = array_diff(array_keys($settings), self::SETTINGS);
        if ($unknown !== []) {
            throw new InvalidArgumentException('A card has no setting "' . reset($unknown) . '", only: ' . implode(', ', self::SETTINGS) . '.');
        }
        // One address for each card.
        $settings = array_filter(array_replace(array_fill_keys(self::SETTINGS, ''), ['lang' => 'en-GB'], $settings));
        $kept = $this->find("/card/gtin/$gtin?" . http_build_query($settings, '', '&'));
        if ($kept['state'] === 'missing') {
            return '';
        }
        if (($kept['html'] ?? '') === '' || $kept['checked'] + self::LAST_GOOD <= time()) {
            return $this->element($gtin, $settings);
        }
        return ($kept['state'] === 'old' ? $this->notice($kept['checked']) : '') . $kept['html'];
    }

    /** The script of the element, once for each page. It follows recalls while the page stays open. */
    public function script(): string
    {
        return '<script type="module" src="' . $this->escape($this->gateway) . '/card.js"></script>';
    }

    /** A card from the folder, or else from the gateway. */
    private function find(string $path): array
    {
        $name = $this->folder . '/' . hash('sha256', $this->gateway . $path);
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
        // A failure of the gateway, or of this card, holds for all for a while.
        $pause = max((int) ($kept['again'] ?? 0), (int) ($this->read("$this->folder/failing.json")['again'] ?? 0));
        $is_pause = $pause > $now && $pause <= $now + self::LONGEST_PAUSE;
        $lock = $is_pause || $this->waited > self::PATIENCE - 0.5 ? false : @fopen("$name.lock", 'c');
        if ($lock === false) {
            return $old;
        }
        try {
            // Whoever has the lock asks; the others do not wait.
            return flock($lock, LOCK_EX | LOCK_NB) ? $this->refresh("$name.json", $path, $kept) ?? $old : $old;
        } finally {
            fclose($lock);
        }
    }

    /** Requests a card and keeps it; null if the gateway could not answer. */
    private function refresh(string $file, string $path, array $kept): ?array
    {
        [$status, $headers, $body] = $this->request($path, $kept['etag'] ?? '');
        $now = time();
        $is_fragment = strncmp($body, self::BEGIN, strlen(self::BEGIN)) === 0;
        $end = strrpos($body, self::END);
        if (($status === 404 || $status === 410) && $is_fragment) {
            $card = ['state' => 'missing', 'until' => $now + self::MISSING, 'checked' => $now];
        } elseif ($status === 200 && $is_fragment && $end !== false && strpos(strstr($body, '>', true), ' base-url="') !== false) {
            // Without what follows the element: the page describes its product to search engines itself.
            $card = ['html' => substr($body, 0, $end) . self::END, 'etag' => $headers['etag'] ?? ''];
        } elseif ($status === 304 && isset($kept['html'])) {
            $card = $kept;
        } else {
            $pause = ['again' => $now + max(self::PAUSE, min((int) ($headers['retry-after'] ?? 0), self::LONGEST_PAUSE))];
            $this->write($file, $pause + $kept);
            // A status says that the gateway is there.
            if ($status === 0 || $status === 429) {
                $this->write("$this->folder/failing.json", $pause);
            }
            return null;
        }
        if (isset($card['html'])) {
            $age = (int) ($headers['age'] ?? 0);
            $fresh = preg_match('/(?:^|[\s,])max-age=(\d{1,9})/i', $headers['cache-control'] ?? '', $found) ? $found[1] - $age : 0;
            $card = ['state' => 'fresh', 'until' => $now + max(5, min($fresh, self::LAST_GOOD)), 'checked' => $now] + $card;
        }
        unset($card['again']);
        $this->write($file, $card);
        $this->clean();
        return $card;
    }

    /** @return array{int, array<string, string>, string} The status, 0 if there was none; the headers; the body. */
    private function request(string $path, string $etag): array
    {
        $headers = [];
        $body = '';
        $request = curl_init($this->gateway . $path);
        curl_setopt_array($request, [
            CURLOPT_TIMEOUT_MS => (int) (1000 * (self::PATIENCE - $this->waited)),
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
        $begun = microtime(true);
        $is_whole = curl_exec($request) === true;
        $this->waited += microtime(true) - $begun;
        $status = (int) curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        unset($request);
        return $is_whole ? [$status, $headers, $body] : [0, [], ''];
    }

    /** An element without a card, which requests it in the browser. */
    private function element(string $gtin, array $settings): string
    {
        $attributes = ['gtin' => $gtin, 'base-url' => $this->gateway, 'rendering' => 'gateway'] + $settings;
        $html = '<product-pool-card';
        foreach ($attributes as $name => $value) {
            $html .= " $name=\"" . $this->escape($value) . '"';
        }
        return "$html><p>" . $this->escape($this->words['missing']) . '</p>' . self::END;
    }

    private function notice(int $checked): string
    {
        $words = sprintf($this->words['old'], date('Y-m-d H:i', $checked));
        return '<p class="product-pool-notice"><strong>' . $this->escape($words) . '</strong></p>';
    }

    private function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }

    private function read(string $file): array
    {
        $kept = json_decode((string) @file_get_contents($file), true);
        return is_array($kept) ? $kept : [];
    }

    /** Writes a file whole or not at all: others read it meanwhile. */
    private function write(string $file, array $kept): void
    {
        $temporary = $file . '.' . getmypid();
        if (@file_put_contents($temporary, json_encode($kept, JSON_INVALID_UTF8_SUBSTITUTE)) !== false) {
            @rename($temporary, $file);
        }
    }

    /** Removes, once a day, what nobody has asked for in two days. */
    private function clean(): void
    {
        $mark = "$this->folder/cleaned";
        $oldest = time() - 2 * self::LAST_GOOD;
        if (@filemtime($mark) > time() - self::LAST_GOOD || !@touch($mark)) {
            return;
        }
        foreach (@scandir($this->folder) ?: [] as $name) {
            if (preg_match('/^[0-9a-f]{64}\./', $name) && @filemtime("$this->folder/$name") < $oldest) {
                @unlink("$this->folder/$name");
            }
        }
    }
}
