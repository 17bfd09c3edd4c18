// Starts the shop as `cargo xtask demo` has built it. Trunk has its own script.

// The theme of the last visit, before the first drawing.
const root = document.documentElement;
try {
  root.dataset.theme = localStorage.getItem('shop.theme') ?? 'auto';
} catch {
  // A browser may forbid pages to keep anything.
}

if (document.querySelector('link[data-trunk][rel="rust"]')) {
  try {
    const { default: start } = await import('/www/dist/shop.js');
    await start();
  } catch (error) {
    document.getElementById('starting').textContent = 'The shop could not be loaded.';
    throw error;
  }
}

// The field for barcodes is the package's.
import('/pkg/dist/scanner.js');
