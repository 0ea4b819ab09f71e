#!/bin/sh
# Installs devtool from a release: brings the archive for this machine, checks its SHA-256, tries the
# binary, and only then replaces an older version. `sh install.sh --help` lists the options.
set -eu

# Whose releases on GitHub; `make dist` fills it in.
repository=

usage() {
  cat << 'END'
usage: install.sh [--version VERSION] [--to FOLDER] [--from PLACE]

  --version VERSION  which version (default: the newest, or the one that is in PLACE)
  --to FOLDER        writes FOLDER/bin and FOLDER/share
                     (default: /usr/local for root, ~/.local for everybody else)
  --from PLACE       a folder or a URL with the files of a release: SHA256SUMS and the archives
                     (default: the releases on GitHub)

Where the archive comes from GitHub or another URL, it takes curl or wget. The exit status is 0, 1 when
something failed, 64 for a bad command line.
END
}

# Prints what is wrong and, on a second line, what to do about it.
fail() {
  printf 'install.sh: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf '  %s\n' "$2" >&2; fi
  exit 1
}

misuse() {
  printf 'install.sh: %s\n' "$1" >&2
  usage >&2
  exit 64
}

# Prints the platform as the archives' names have it.
triple() {
  machine=$(uname -m)
  case $machine in
    amd64) machine=x86_64 ;;
    arm64) machine=aarch64 ;;
  esac
  case $(uname -s) in
    Linux) printf '%s-unknown-linux-gnu\n' "$machine" ;;
    *) fail "there is no binary for $(uname -s) on $machine" \
      "Build it there: clone the repository and run 'make install'." ;;
  esac
}

# Brings one file of the release into the scratch folder.
bring() {
  case $from in
    http://* | https://*)
      if command -v curl > /dev/null; then
        curl -fsSL --retry 3 -o "$scratch/$1" "$from/$1" \
          || fail "cannot get $from/$1" "Is there such a version, and is the network reachable?"
      elif command -v wget > /dev/null; then
        wget -q -O "$scratch/$1" "$from/$1" \
          || fail "cannot get $from/$1" "Is there such a version, and is the network reachable?"
      else
        fail "there is neither curl nor wget" "Install one of them: apt-get install -y curl"
      fi ;;
    *)
      [ -f "$from/$1" ] || fail "there is no $1 in $from"
      cp "$from/$1" "$scratch/$1" ;;
  esac
}

# Prints the SHA-256 of a file.
checksum() {
  if command -v sha256sum > /dev/null; then
    sha256sum "$1"
  elif command -v shasum > /dev/null; then
    shasum -a 256 "$1"
  else
    fail "there is neither sha256sum nor shasum, so the archive cannot be checked"
  fi | cut -d ' ' -f 1
}

# Prints the line of SHA256SUMS that names the archive for this machine.
choose() {
  lines=$(awk -v version="$version" -v end="-$triple.tar.gz" '
    NF == 2 && $1 ~ /^[0-9a-f]+$/ && $2 ~ /^devtool-[0-9A-Za-z._+-]+$/ {
      named = substr($2, 9, length($2) - 8 - length(end))
      if ($2 == "devtool-" named end && (version == "" || version == named)) print
    }' "$scratch/SHA256SUMS")
  case $lines in
    '') fail "there is no archive of devtool${version:+ $version} for $triple in $from" \
      "SHA256SUMS there lists what there is; 'make install' in a clone builds it." ;;
    *'
'*) fail "there are several versions in $from" "Choose one with --version." ;;
  esac
  printf '%s\n' "$lines"
}

# Copies what was unpacked. The binary comes last, and at once.
place() {
  mkdir -p "$to/bin" "$to/share" 2> /dev/null && [ -w "$to/bin" ] \
    || fail "cannot write to $to" "Choose another folder with --to, or run this as root."
  cp -R "$1/share/." "$to/share/"
  cp "$1/bin/devtool" "$to/bin/.devtool.new"
  mv -f "$to/bin/.devtool.new" "$to/bin/devtool"
}

version=
to=
from=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --version | --to | --from)
      [ $# -gt 1 ] && [ -n "$2" ] || misuse "$1 needs a value"
      case $1 in
        --version) version=${2#v} ;;
        --to) to=$2 ;;
        --from) from=${2%/} ;;
      esac
      shift 2 ;;
    *) misuse "there is no option $1" ;;
  esac
done
case $version in
  *[!0-9A-Za-z.+-]*) misuse "$version is not a version" ;;
esac
if [ -z "$to" ]; then
  if [ "$(id -u)" -eq 0 ]; then
    to=/usr/local
  else
    to=${HOME:?install.sh: there is no HOME; choose a folder with --to}/.local
  fi
fi
if [ -z "$from" ]; then
  [ -n "$repository" ] || fail "this copy of install.sh belongs to no release" \
    "Say where the files of a release are: --from FOLDER or --from URL."
  from=https://github.com/$repository/releases
  if [ -n "$version" ]; then from=$from/download/v$version; else from=$from/latest/download; fi
fi

triple=$(triple)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/devtool.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

bring SHA256SUMS
line=$(choose)
archive=${line##* }
bring "$archive"
[ "$(checksum "$scratch/$archive")" = "${line%% *}" ] \
  || fail "$archive is not what SHA256SUMS says: it is damaged, or somebody changed it"
tar -xzf "$scratch/$archive" -C "$scratch" || fail "cannot unpack $archive"
unpacked=$scratch/${archive%.tar.gz}
installed=$("$unpacked/bin/devtool" --version) || fail "devtool does not run on this system" \
  "Its reason is above. Where the C library is not glibc or too old, build it: 'make install' in a clone."

place "$unpacked"
printf 'devtool %s is in %s/bin\n' "$installed" "$to"
case :$PATH: in
  *":$to/bin:"*) ;;
  *) printf 'Add it to your PATH: export PATH="%s:$%s"\n' "$to/bin" PATH ;;
esac
