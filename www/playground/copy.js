// The buttons that copy markup.

/**
 * Copies the text of an element, and says whether that worked.
 * @param {HTMLElement} code
 * @param {HTMLElement} status
 */
async function copy(code, status) {
  // The same message a second time is one that screen readers read.
  status.textContent = '';
  try {
    await navigator.clipboard.writeText(code.textContent);
    status.textContent = 'Copied';
  } catch {
    // Pages without https, and visitors, may not allow it.
    getSelection().selectAllChildren(code);
    status.textContent = 'Not copied: the text is selected, press Ctrl+C or ⌘C';
  }
}

/** Connects each button that has `data-copies`, the id of what it copies. */
export function connectCopyButtons() {
  for (const button of document.querySelectorAll('button[data-copies]')) {
    const status = button.parentElement.querySelector('[role="status"]');
    button.addEventListener('click', () => copy(document.getElementById(button.dataset.copies), status));
  }
}
