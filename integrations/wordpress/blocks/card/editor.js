// The block in the editor: its settings, and a preview in a frame, where nothing can run.

((words, { apiFetch, blockEditor, blocks, components, data, element, escapeHtml: { escapeHTML }, url }) => {
  const { createElement: el, useEffect, useState } = element;

  /** The block as the server draws it. */
  const Preview = ({ attributes, postId }) => {
    const [html, setHtml] = useState(null);
    const [height, setHeight] = useState(200);
    useEffect(() => {
      let isCurrent = true;
      const query = { context: 'edit', attributes, ...(postId > 0 && { post_id: postId }) };
      const path = url.addQueryArgs('/wp/v2/block-renderer/product-pool/card', query);
      const show = (text) => isCurrent && setHtml(text);
      // While somebody types.
      const timer = setTimeout(
        () =>
          apiFetch({ path }).then(
            ({ rendered }) => show(rendered),
            ({ message }) => show(escapeHTML(message)),
          ),
        400,
      );
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [JSON.stringify(attributes), postId]);
    if (html === null) return el(components.Spinner);
    return el('iframe', {
      title: words.preview,
      srcDoc: html,
      sandbox: 'allow-same-origin',
      tabIndex: -1,
      style: { border: 0, inlineSize: '100%', blockSize: height, pointerEvents: 'none' },
      onLoad: ({ target }) => {
        const measure = () => setHeight(Math.max(40, target.contentDocument?.documentElement.scrollHeight ?? 0));
        measure();
        // Styles may come later.
        setTimeout(measure, 1000);
      },
    });
  };

  const Edit = ({ attributes, setAttributes, context }) => {
    const current = data.useSelect((select) => select('core/editor')?.getCurrentPostId(), []);
    const postId = Number(context.postId ?? current) || 0;
    const set = (name) => (value) => setAttributes({ [name]: value });
    const gtin = el(components.TextControl, {
      label: words.gtin,
      help: words.gtinHelp,
      value: attributes.gtin,
      onChange: set('gtin'),
    });
    const variant = el(components.SelectControl, {
      label: words.show,
      value: attributes.variant,
      options: [
        { value: 'full', label: words.full },
        { value: 'summary', label: words.summary },
        { value: 'badges', label: words.badges },
      ],
      onChange: set('variant'),
    });
    const panel = el(components.PanelBody, {}, gtin, variant);
    return el(
      'div',
      blockEditor.useBlockProps(),
      el(blockEditor.InspectorControls, {}, panel),
      el(Preview, { attributes, postId }),
    );
  };

  blocks.registerBlockType('product-pool/card', { edit: Edit, save: () => null });
})(window.productPoolWords, window.wp);
