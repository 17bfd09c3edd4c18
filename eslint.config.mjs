// The linter's rules, for what neither the compiler nor the formatter sees.

import { createRequire } from 'node:module';

const require = createRequire(new URL('./tests/package.json', import.meta.url));
const js = require('@eslint/js');
const typescript = require('typescript-eslint');

export default [
  { ignores: ['**/node_modules/', '**/dist/', '**/target/', 'src/yew/browser.js'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
    rules: {
      // The compiler knows the globals of each place (tsconfig.json).
      'no-undef': 'off',
      // Suppliers send control characters, and the sources look for them.
      'no-control-regex': 'off',
      // A private field that `??=` reads counts as unused.
      'no-unused-private-class-members': 'off',
      // What WebAssembly throws of an argument is a string, and all of the error.
      'preserve-caught-error': 'off',
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  ...typescript.configs.recommended.map((config) => ({ ...config, files: ['pkg/**/*.ts'] })),
  {
    files: ['pkg/**/*.ts'],
    rules: {
      // Declarations are merged by interfaces that only extend others.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // About twenty are left, of nodes of drawn cards, records and attributes that `reflect` adds.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['pkg/src/**'],
    rules: {
      // A browser without it could not even advise to check the label.
      'no-restricted-properties': ['error', { object: 'Object', property: 'hasOwn' }],
    },
  },
];
