#!/usr/bin/env bash
# What is committed, on a machine that has nothing: a clone, an empty environment, a new home and temporary folder and, where
# the system allows it, an empty /tmp. There `npm start` has to answer, every check to pass and nothing else to change.
# Arguments name steps as scripts/check.ts has them, to take these only. Ends with `N passed, N failed`.
set -uo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
steps=("$@")
((${#steps[@]})) || steps=(lint architecture types tests)

place='' # all that is made here, and all that is removed at the end
clean_up() {
  [[ -n $place ]] || return
  # Mounted, it would be empty again by now; were it not, what is in it is not ours.
  [[ -L $room/shared || ! -d $room/shared ]] || rmdir "$room/shared" && rm -rf "$place"
}
trap clean_up EXIT

# Not under /tmp, which is going to be hidden, and where programs may be run.
new_place() {
  local parent folder
  for parent in /var/tmp "${HOME:-/}" "$(dirname "$source")" "${TMPDIR:-/tmp}"; do
    folder=$(mktemp -d "$parent/tenfold-fresh-XXXXXX" 2>/dev/null) || continue
    printf '#!/bin/sh\n' >"$folder/program" && chmod +x "$folder/program" && "$folder/program" 2>/dev/null && cd "$folder" && pwd -P && return
    rm -r "$folder"
  done
  return 1
}

clone() {
  # Git refuses what belongs to another user, which a checkout in a container often does.
  printf '[safe]\n\tdirectory = *\n' >"$place/gitconfig"
  GIT_CONFIG_GLOBAL="$place/gitconfig" git clone --quiet --no-hardlinks "$source" "$room/tenfold"
}

# Gives the data beside the checkout to the clone, hides /tmp, and goes on with the rest of the line.
with_empty_tmp='[ -z "$1" ] || mount --bind "$1" "$2" && mount --bind "$3" /tmp && shift 3 && exec "$@"'
isolate() {
  local shared='' data kind
  data=$(cd "$source/../shared" 2>/dev/null && pwd -P)
  case $data in
    '') ;;
    /tmp/*) shared=$data && mkdir "$room/shared" ;;
    *) ln -s "$data" "$room/shared" ;;
  esac
  mkdir -m 1777 "$place/empty"
  for kind in --mount --map-root-user; do
    isolation=(unshare --mount "$kind" sh -c "$with_empty_tmp" sh "$shared" "$room/shared" "$place/empty")
    [[ $place != /tmp/* ]] && "${isolation[@]}" true 2>/dev/null && return
  done
  isolation=(env)
  return 1
}

# Only what leads to the registry is kept of the environment, and what tells that nobody is watching.
clean_environment() {
  local name config=${npm_config_userconfig:-${HOME:-}/.npmrc} tools
  tools=$(tr : '\n' <<<"$PATH" | grep -v node_modules | paste -sd : -)
  environment=("PATH=$tools" "HOME=$place/home" "TMPDIR=$place/temporary")
  mkdir "$place/home" "$place/temporary"
  [[ -r $config ]] && environment+=("npm_config_userconfig=$config")
  for name in CI {HTTP,HTTPS,NO}_PROXY {http,https,no}_proxy NODE_EXTRA_CA_CERTS SSL_CERT_{FILE,DIR} npm_config_registry; do
    [[ -n ${!name:-} ]] && environment+=("$name=${!name}")
  done
}

passed=0
failed=0
count() { if "$@"; then ((passed += 1)); else ((failed += 1)); fi; }
there() { (cd "$room/tenfold" && "${isolation[@]}" env -i "${environment[@]}" "$@"); }
unchanged() {
  local changes
  changes=$(there git status --short)
  [[ -z $changes ]] || { echo "$changes" && return 1; }
}

# Its last line is taken off and added to what was counted here.
checks() {
  local last
  "$@" node scripts/boot.mjs scripts/check.ts "${steps[@]}" 2>&1 | tee "$log"
  last=$(tail -n 1 "$log")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    ((passed += BASH_REMATCH[1], failed += BASH_REMATCH[2]))
  else
    ((failed += 1)) # They could not even be started.
  fi
}

place=$(new_place) || { echo $'There is no folder to work in.\n0 passed, 1 failed'; exit 1; }
room="$place/Büro 2" # with what trips up careless scripts
log="$place/log"
mkdir "$room"
if clone; then
  [[ -z $(git -C "$source" status --short 2>/dev/null) ]] || echo 'What is not committed here is not tried.'
  with='a clone, a clean environment, a new home and temporary folder'
  if isolate; then with+=', an empty /tmp'; else with+='; /tmp as it is, since the system lets nobody hide it'; fi
  echo "Isolation: $with."
  clean_environment
  echo $'\n── start'
  count there node scripts/first-answer.mjs
  checks there
  echo $'\n── unchanged'
  count unchanged
else
  echo 'Isolation: none, since there is nothing to clone. This is the plain run.'
  cd "$source" && checks env
fi
echo
echo "$passed passed, $failed failed"
((failed == 0))
