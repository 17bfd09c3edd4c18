// Put into the head of every contender's page: notes when its card is complete.
// Complete is a card whose selectors all match something visible in its shadow
// root and that has all of its words, in a frame that has been painted.
// `wanted` is written in front of it.

/* global wanted */
{
  const isComplete = (root) =>
    wanted.selectors.every((selector) => root.querySelector(selector)?.checkVisibility()) &&
    wanted.words.every((words) => root.textContent.includes(words));

  const look = () => {
    const root = document.querySelector(wanted.element)?.shadowRoot;
    if (!root || !isComplete(root)) {
      requestAnimationFrame(look);
      return;
    }
    // This frame is painted before a message of its own turn arrives.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.completeAfter = performance.now();
    };
    port2.postMessage(undefined);
  };
  requestAnimationFrame(look);
}
