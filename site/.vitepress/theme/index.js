// The generator's own theme in the project's colours, with elements that live in the pages.

import DefaultTheme from 'vitepress/theme-without-fonts';
import LiveExample from './components/LiveExample.vue';
import HomeHero from './components/HomeHero.vue';
import PlatformTabs from './components/PlatformTabs.vue';
import RecordEditor from './components/RecordEditor.vue';
import StateGallery from './components/StateGallery.vue';
import PlayGround from './components/PlayGround.vue';
import './style.css';
import './code.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    for (const [name, component] of Object.entries({
      HomeHero,
      LiveExample,
      PlatformTabs,
      PlayGround,
      RecordEditor,
      StateGallery,
    })) {
      app.component(name, component);
    }
  },
};
