// Makes a bare clone ready: installs the locked dependencies when they are missing or not those of the lockfile.
// Plain CommonJS in old syntax on purpose: it is run by whatever Node the machine has, before ours is installed.
// With --complete it is what npm runs after an install by hand: only what that left out is added.
// With --browser it also sees to it that a Chromium for the browser tests can be found.
'use strict';
var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var root = path.join(__dirname, '..');
var released = path.join(root, 'npm-shrinkwrap.json');
// A release brings its lockfile under the name that npm packs, and is installed without what only its makers need.
var isRelease = fs.existsSync(released);

function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch (_error) {
    return null;
  }
}

var locked = packagesIn(isRelease ? released : path.join(root, 'package-lock.json'));
// What npm has noted of the last install that came to its end.
var installed = packagesIn(path.join(root, 'node_modules', '.package-lock.json'));

function isInstalled() {
  return (
    installed !== null &&
    Object.keys(locked).every(function (place) {
      var wanted = locked[place];
      if (place === '' || wanted.optional || wanted.devOptional || wanted.peer || (isRelease && wanted.dev))
        return true;
      return installed[place] !== undefined && installed[place].version === wanted.version;
    })
  );
}

function run(command, args) {
  return childProcess.spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

// What npm gives as its reason, and what a person can do about it.
var ADVICE = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT/,
    'До хранилища пакетов нет связи: проверьте интернет и прокси (npm config get registry).',
  ],
  [
    /CERT_|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'Сертификату хранилища пакетов нет доверия: проверьте прокси и часы (npm config get cafile).',
  ],
  [/E401|E403/, 'Хранилище пакетов не пускает: проверьте настройки npm (npm config get registry).'],
  [
    /E404|ETARGET/,
    'В хранилище пакетов нет нужной версии: проверьте, откуда npm берёт пакеты (npm config get registry).',
  ],
  [/ENOSPC/, 'На диске нет места: освободите около гигабайта.'],
  [/EACCES|EPERM|EROFS/, 'В эту папку нельзя писать: запустите команду от имени её владельца.'],
  [
    /EUSAGE|can only install/,
    'package.json и package-lock.json не сходятся: верните их к состоянию из хранилища кода.',
  ],
];

// What npm prints of its options between the reason and the place of its log.
var MANUAL = /npm (?:ERR!|error) *Clean install a project[\s\S]*?Run "npm help ci" for more info\r?\n/;

// npm's own words are shown as it says them; the line below them is made of these words, never guessed.
function npm(node, args) {
  var own = process.env.npm_execpath;
  var windows = process.platform === 'win32';
  var result = childProcess.spawnSync(own ? node : windows ? 'npm.cmd' : 'npm', own ? [own].concat(args) : args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    shell: !own && windows,
    maxBuffer: 64 * 1024 * 1024,
  });
  var words = (result.error ? String(result.error) : String(result.stderr)).replace(MANUAL, '');
  if (words) process.stderr.write(words);
  if (result.status === 0) return;
  console.error('\nПакеты не установились: причина — в словах npm выше.');
  for (var i = 0; i < ADVICE.length; i++) {
    if (!ADVICE[i][0].test(words)) continue;
    console.error(ADVICE[i][1]);
    break;
  }
  process.exit(1);
}

function install() {
  if (isInstalled()) return;
  // A server may be running from these packages: they are never exchanged below it.
  if (isRelease && installed !== null) {
    console.error(
      'Пакеты не те, с которыми выпущена эта версия. Остановите магазин и выполните здесь: npm ci --omit=dev',
    );
    process.exit(1);
  }
  console.log('Устанавливаю пакеты (один раз, около минуты)…');
  npm(process.execPath, ['ci', '--loglevel=error'].concat(isRelease ? '--omit=dev' : []));
  complete();
}

// What npm leaves out or undoes on machines with an older Node or npm.
function complete() {
  linkNode();
  // Binaries for this system that ask for a newer Node than the one npm runs with: ours is new enough for all.
  if (!process.env.npm_execpath || missing().length === 0) return;
  npm(ourNode(), ['install', '--no-save', '--ignore-scripts', '--loglevel=error']);
  linkNode();
}

function missing() {
  var withoutDev = isRelease || process.env.NODE_ENV === 'production' || /dev/.test(process.env.npm_config_omit || '');
  return Object.keys(locked).filter(function (place) {
    var wanted = locked[place];
    return (
      wanted.optional &&
      wanted.os &&
      [].concat(wanted.os).indexOf(process.platform) >= 0 &&
      [].concat(wanted.cpu || process.arch).indexOf(process.arch) >= 0 &&
      [].concat(wanted.libc || 'glibc').indexOf('glibc') >= 0 &&
      !(withoutDev && wanted.dev) &&
      !fs.existsSync(path.join(root, place))
    );
  });
}

// npm before 11 takes the link to our Node away again, together with those of the packages for other systems.
function linkNode() {
  if (fs.existsSync(ourNode())) return;
  var packages = path.join(root, 'node_modules');
  var found = fs.readdirSync(packages).filter(function (name) {
    return /^node-(bin-)?(darwin|linux|win)-/.test(name);
  })[0];
  if (!found) {
    console.error(`Для этой системы нет пакета с Node 26: ${process.platform} ${process.arch}.`);
    process.exit(1);
  }
  fs.mkdirSync(path.dirname(ourNode()), { recursive: true });
  if (process.platform === 'win32') fs.writeFileSync(ourNode(), `@"%~dp0\\..\\${found}\\bin\\node.exe" %*\r\n`);
  else fs.symlinkSync(path.join('..', found, 'bin', 'node'), ourNode());
}

function ourNode() {
  return path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
}

function browser() {
  if (!run(ourNode(), [path.join('scripts', 'browser.ts')])) process.exit(1);
}

// npm before 11 runs the scripts of a trial, too.
var isTrial = process.env.npm_config_dry_run === 'true';
if (process.argv.indexOf('--complete') > 0) isTrial || complete();
else install();
if (process.argv.indexOf('--browser') > 0) browser();
