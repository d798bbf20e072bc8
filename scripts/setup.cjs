// Makes a bare clone ready: installs the locked dependencies when they are missing or older than the lockfile.
// Plain CommonJS in old syntax on purpose: it is run by whatever Node the machine has, before ours is installed.
// With --browser it also sees to it that a Chromium for the browser tests can be found.
'use strict';
var childProcess = require('child_process');
var crypto = require('crypto');
var fs = require('fs');
var path = require('path');

var root = path.join(__dirname, '..');
var stamp = path.join(root, 'node_modules', '.setup-stamp');

// A release brings its lockfile under the name that npm packs.
function lockfile() {
  var released = path.join(root, 'npm-shrinkwrap.json');
  return fs.existsSync(released) ? released : path.join(root, 'package-lock.json');
}

function wanted() {
  return crypto.createHash('sha256').update(fs.readFileSync(lockfile())).digest('hex');
}

function installed() {
  try {
    return fs.readFileSync(stamp, 'utf8');
  } catch (_error) {
    return '';
  }
}

function run(command, args) {
  return childProcess.spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

function npm(args) {
  return process.env.npm_execpath
    ? run(process.execPath, [process.env.npm_execpath].concat(args))
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}

function install() {
  if (installed() === wanted()) return;
  console.log('Installing dependencies (once, about a minute)...');
  if (!npm(['ci', '--loglevel=error'])) {
    console.error('npm ci failed: see the messages above. Is the package registry reachable?');
    process.exit(1);
  }
  fs.writeFileSync(stamp, wanted());
}

function ourNode() {
  return path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
}

function browser() {
  if (!run(ourNode(), [path.join('scripts', 'browser.ts')])) process.exit(1);
}

install();
if (process.argv.indexOf('--browser') > 0) browser();
