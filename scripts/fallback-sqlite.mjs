// better-sqlite3 for the fallback Electron. Its Node-API is 8, which keeps references to objects only, while better-sqlite3
// 13 keeps references to strings: the package is compiled once from its own sources with each such string boxed in an object.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeHeaders } from './node-headers.mjs'
import { inProject, node24, projectEnvironment, readJson, systemEnvironment } from './project.mjs'
import { lastLines, runCommand, SetupError, say } from './run-command.mjs'
import { buildTools, ensureSystemPackages } from './system-packages.mjs'

const boxedString = `
// A string that is kept through an object holding it: Node-API before 10 refuses references to plain strings.
class BoxedString {
public:
	BoxedString() = default;
	BoxedString(BoxedString&&) = default;
	BoxedString& operator=(BoxedString&&) = default;
	static BoxedString Keep(Napi::String value) {
		Napi::Object box = Napi::Object::New(value.Env());
		box.Set("value", value);
		BoxedString kept;
		kept.box = Napi::Persistent(box);
		return kept;
	}
	Napi::String Value() const { return box.Value().Get("value").As<Napi::String>(); }
private:
	Napi::ObjectReference box;
};
`

const boxedType = ['Napi::Reference<Napi::String>', 'BoxedString']
const keep = (expression) => [`Napi::Persistent(${expression})`, `BoxedString::Keep(${expression})`]

/** File → replacements; each must be found. */
const edits = {
  'binding.gyp': [['NAPI_VERSION=10', 'NAPI_VERSION=8']],
  'src/better_sqlite3.cpp': [['struct Addon;', `${boxedString}\nstruct Addon;`]],
  'src/util/helpers.cpp': [boxedType],
  'src/util/constants.cpp': [boxedType, keep('InternalizedFromLatin1(env, str)')],
  'src/util/bind-map.cpp': [boxedType, keep('InternalizedFromUtf8(env, name, -1)'), keep('pair->name.Value()')],
}

function applyEdits(folder) {
  for (const [name, replacements] of Object.entries(edits)) {
    const file = join(folder, name)
    let text = readFileSync(file, 'utf8')
    for (const [from, to] of replacements) {
      if (!text.includes(from))
        throw new SetupError(
          `scripts/fallback-sqlite.mjs does not fit this version of better-sqlite3: "${from}" is not in ${name}. It was made for 13.0.`,
        )
      text = text.replaceAll(from, to)
    }
    writeFileSync(file, text)
  }
}

/** npm's own node-gyp when npm started us (it says where), else the one of the registry. */
async function nodeGyp(work, env) {
  const args = ['rebuild', '--release', '--force_build=1']
  const own = process.env.npm_config_node_gyp
  const options = { cwd: work, env, progress: 'compiling SQLite' }
  if (own !== undefined && existsSync(own)) return runCommand(node24, [own, ...args], options)
  return runCommand('npm', ['exec', '--yes', '--package=node-gyp@11', '--', 'node-gyp', ...args], options)
}

/** The .node file to give better-sqlite3 as `nativeBinding` in the fallback Electron; compiled the first time (a minute). */
export async function fallbackSqlite(cache) {
  const source = inProject('node_modules', 'better-sqlite3')
  const { version } = readJson(join(source, 'package.json'))
  const binding = join(cache, `better_sqlite3-${version}-napi8.node`)
  if (existsSync(binding)) return binding
  await ensureSystemPackages(buildTools, 'programs to compile SQLite')
  say('Compiling SQLite for it (a minute or two, only this time)')
  const work = join(cache, `sqlite.${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  try {
    cpSync(source, work, { recursive: true, dereference: true })
    cpSync(inProject('node_modules', 'node-addon-api'), join(work, 'node_modules', 'node-addon-api'), { recursive: true })
    applyEdits(work)
    const headers = await nodeHeaders()
    const compile = { JOBS: 'max', ...(headers === undefined ? {} : { npm_package_config_node_gyp_nodedir: headers }) }
    const { code, output } = await nodeGyp(work, projectEnvironment(systemEnvironment(compile)))
    const built = join(work, 'build', 'Release', 'better_sqlite3.node')
    if (code !== 0 || !existsSync(built))
      throw new SetupError(`SQLite could not be compiled for the fallback Electron. The compiler's last words:\n${lastLines(output)}`)
    renameSync(built, binding)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return binding
}
