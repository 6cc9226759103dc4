// The direction of imports (docs/architecture.md). Type imports count. `npm run lint` and the first stage of `npm test` check it.

/** The features of the main process that a feature may import, besides core and shared. */
const mainFeatures = {
  'api-access': [],
  attachments: ['items'],
  backups: ['items'],
  briefings: ['embeddings', 'items', 'thinking'],
  collect: ['attachments', 'items', 'links', 'models', 'network'],
  embeddings: ['items', 'models', 'settings'],
  graph: ['items'],
  hive: ['embeddings', 'items', 'links', 'thinking'],
  items: [],
  jobs: ['briefings', 'collect', 'items', 'reflections', 'research', 'thinking'],
  links: ['embeddings', 'items'],
  models: [],
  network: ['items', 'models'],
  orchestrate: ['embeddings', 'items', 'links', 'thinking'],
  reflections: ['embeddings', 'items', 'links', 'thinking'],
  research: ['items', 'links', 'network', 'thinking'],
  review: ['items', 'reflections'],
  schedules: ['briefings', 'reflections', 'research'],
  search: ['attachments', 'embeddings', 'items'],
  settings: ['models'],
  tags: ['items'],
  telegram: ['attachments', 'items', 'models', 'network'],
  thinking: ['attachments', 'embeddings', 'items'],
}

/** The features of the window that a feature may import, besides base, ui and shared. */
const windowFeatures = {
  'api-access': [],
  attachments: [],
  briefings: [],
  capture: ['attachments', 'items', 'links', 'thinking', 'vault'],
  collect: ['attachments', 'history'],
  graph: [],
  history: ['items'],
  hive: ['attachments', 'links', 'thinking'],
  items: ['briefings', 'links', 'tags'],
  jobs: ['briefings', 'collect', 'orchestrate', 'research'],
  links: [],
  models: ['jobs'],
  network: ['settings'],
  orchestrate: ['research'],
  reflections: ['research', 'thinking'],
  research: ['collect', 'links', 'thinking'],
  review: ['items', 'reflections', 'thinking'],
  schedules: ['briefings', 'reflections'],
  search: ['attachments', 'briefings', 'items', 'tags'],
  settings: ['jobs', 'models', 'vault'],
  tags: [],
  telegram: [],
  thinking: ['briefings', 'items'],
  vault: [],
}

/** What a host may import of other hosts: a folder, or single files of one. */
const hosts = {
  cli: ['mcp/(stdio|lasting-endpoint)[.]ts$', 'socket/(client|owner-problem)[.]ts$'],
  electron: [],
  http: ['mcp/'],
  mcp: [],
  socket: [],
}

const NODE_FILES_AND_NETWORK = '^(node:)?(fs|net|tls|http|http2|https|dns|dgram|child_process|worker_threads|sqlite)(/|$)'

/** Forbids every import of our own files but those under `allowed`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: allowed.map((path) => `^${path}`) },
})

const betweenFeatures = (side, folder, table) =>
  Object.entries(table).map(([feature, others]) => ({
    name: `${side}-feature-${feature}`,
    comment: `A feature imports another only where .dependency-cruiser.cjs declares it. "${feature}" declares ${others.join(', ') || 'none'}.`,
    severity: 'error',
    from: { path: `^${folder}/${feature}/` },
    to: { path: `^${folder}/`, pathNot: `^${folder}/(${[feature, ...others].join('|')})/` },
  }))

const undeclared = (side, folder, table) => ({
  name: `${side}-feature-undeclared`,
  comment: 'Each feature has a line in .dependency-cruiser.cjs.',
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: `^${folder}/((${Object.keys(table).join('|')})/|README)` },
  to: {},
})

module.exports = {
  forbidden: [
    only('core', 'Core knows no feature, host or wiring; take what is needed as an argument.', '^src/main/core/', [
      'src/shared/',
      'src/main/core/',
    ]),
    only('features', 'A feature knows core and shared, no host and no wiring.', '^src/main/features/', [
      'src/shared/',
      'src/main/core/',
      'src/main/features/',
    ]),
    ...betweenFeatures('main', 'src/main/features', mainFeatures),
    undeclared('main', 'src/main/features', mainFeatures),
    only('app', 'The composition root knows features, core and shared, no host.', '^src/main/app/', [
      'src/shared/',
      'src/main/(app|core|features)/',
    ]),
    ...Object.entries(hosts).map(([host, others]) =>
      only(`host-${host}`, 'A host knows src/shared; it serves the Endpoint it is given.', `^src/main/hosts/${host}/`, [
        'src/shared/',
        `src/main/hosts/${host}/`,
        ...others.map((path) => `src/main/hosts/${path}`),
      ]),
    ),
    only('main', 'The main process never imports the window or the preload script.', '^src/main/', ['src/shared/', 'src/main/']),
    only('preload', 'The preload script knows only src/shared.', '^src/preload/', ['src/shared/', 'src/preload/']),
    {
      name: 'shared',
      comment: 'src/shared knows only itself and zod: it runs in every process.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: '^(src/shared|node_modules/zod)/' },
    },
    only('window', 'The window knows only src/shared.', '^src/renderer/', ['src/shared/', 'src/renderer/']),
    {
      name: 'window-without-node',
      comment: 'The window has no Node.',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    only('window-ui', 'ui knows only itself and shared.', '^src/renderer/ui/', ['src/shared/', 'src/renderer/ui/']),
    only('window-base', 'base knows ui and shared, no feature.', '^src/renderer/base/', ['src/shared/', 'src/renderer/(base|ui)/']),
    only('window-features', 'A feature of the window knows base, ui and shared, not the shell.', '^src/renderer/features/', [
      'src/shared/',
      'src/renderer/(base|ui|features)/',
    ]),
    ...betweenFeatures('window', 'src/renderer/features', windowFeatures),
    undeclared('window', 'src/renderer/features', windowFeatures),
    {
      name: 'electron',
      comment: 'Only src/main/index.ts, src/main/hosts/electron and src/preload know Electron.',
      severity: 'error',
      from: { pathNot: '^src/(main/index[.]ts$|main/hosts/electron/|preload/)' },
      to: { path: '^(node_modules/)?electron(/|$)' },
    },
    {
      name: 'ai-sdk',
      comment: 'Only src/main/core/agent knows the AI SDK.',
      severity: 'error',
      from: { pathNot: '^src/main/core/agent/' },
      to: { path: '^(node_modules/)?(ai|@ai-sdk)(/|$)' },
    },
    only('pure-folders', 'text and audio are rules without files, network or database.', '^src/main/core/(text|audio)/', [
      'src/shared/',
      'src/main/core/(text|audio)/',
    ]),
    {
      name: 'pure-folders-without-io',
      comment: 'text and audio are rules without files, network or database.',
      severity: 'error',
      from: { path: '^src/main/core/(text|audio)/' },
      to: { path: [NODE_FILES_AND_NETWORK, '^(node_modules/)?better-sqlite3'] },
    },
    {
      name: 'folder-cycle',
      comment: 'Two folders need each other. Move what both need below them, or pass it as an argument.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'unresolved',
      comment: 'An import that leads nowhere is checked by no rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // dependency-cruiser reads TypeScript up to 6 with its own compiler; swc needs none.
    parser: 'swc',
    doNotFollow: { path: '^node_modules/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
