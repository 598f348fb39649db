// What eslint checks in the page's modules: mistakes that a type checker does not see.

const rules = {
  eqeqeq: "error",
  "no-const-assign": "error",
  "no-dupe-keys": "error",
  "no-fallthrough": "error",
  "no-implicit-globals": "error",
  "no-self-compare": "error",
  "no-shadow-restricted-names": "error",
  "no-undef": "error",
  "no-unreachable": "error",
  "no-unused-vars": ["error", { ignoreRestSiblings: true, caughtErrors: "all" }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-var": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "require-atomic-updates": "off",
  "no-eval": "error",
  "no-console": "error",
  "no-warning-comments": "error",
};

const names = (text) => Object.fromEntries(text.split(" ").map((name) => [name, "readonly"]));

export default [
  {
    files: ["web/*.js"],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: "module",
      globals: names(
        "AbortController AbortSignal Blob Event HTMLElement Request Response TransformStream URL URLSearchParams WebAssembly Worker addEventListener caches clearTimeout document fetch history indexedDB localStorage location matchMedia navigator self setTimeout window TextDecoder TextEncoder DecompressionStream postMessage performance crypto",
      ),
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules,
  },
];
