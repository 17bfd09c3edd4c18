// In the head of every contender's page: records when its card is complete. A card
// is complete once all selectors match something visible in its shadow root, all
// words are in its text, and the frame has been painted. The page defines `wanted`
// before this script.

/* global wanted */
{
  const isComplete = (root) =>
    wanted.selectors.every((selector) => root.querySelector(selector)?.checkVisibility()) &&
    wanted.words.every((words) => root.textContent.includes(words));

  const poll = () => {
    const root = document.querySelector(wanted.element)?.shadowRoot;
    if (!root || !isComplete(root)) {
      requestAnimationFrame(poll);
      return;
    }
    // The message arrives after this frame has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.completeAfter = performance.now();
    };
    port2.postMessage(undefined);
  };
  requestAnimationFrame(poll);
}
